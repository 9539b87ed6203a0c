import type { FileTree } from '../../../domain/files.js';
import { textAt } from '../repository-text.js';

/** The name and version in the `PKG-INFO` that a source distribution carries at its root; empty without one. */
export function packageInfo(files: FileTree): { readonly name: string; readonly version: string } {
  const header = textAt(files, 'PKG-INFO').slice(0, 10_000);
  return {
    name: /^Name: *(.+)$/m.exec(header)?.[1]?.trim() ?? '',
    version: /^Version: *(.+)$/m.exec(header)?.[1]?.trim() ?? '',
  };
}
