import type { Adaptation } from '../domain/adaptation.js';
import { decodeUtf8, type FileTree, type StoredFile } from '../domain/files.js';
import { renderNotice } from '../licence/render-notice.js';

const NOTICE = 'NOTICE';

/** The target's NOTICE with the donors' section added after what it says already; none without adaptations. */
export function addNotice(target: FileTree, adaptations: readonly Adaptation[]): readonly StoredFile[] {
  if (adaptations.length === 0) return [];
  const bytes = target.get(NOTICE);
  const before = bytes === undefined ? '' : (decodeUtf8(bytes) ?? '');
  const section = renderNotice(adaptations.map(adaptation => adaptation.provenance));
  const content = before === '' ? section : `${before.trimEnd()}\n\n${section}`;
  return [{ path: NOTICE, encoding: 'utf8', content: `${content.trimEnd()}\n` }];
}
