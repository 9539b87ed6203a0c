import { parse } from 'smol-toml';
import type { Adaptation } from '../domain/adaptation.js';
import type { ConstraintViolation } from '../domain/change-set.js';
import { decodeUtf8, type FileTree, type StoredFile } from '../domain/files.js';
import { distributionName } from '../python/distribution-name.js';

const PYPROJECT = 'pyproject.toml';

/**
 * Declares in `[project] dependencies` what the adaptations need and the target does not declare. The edit is
 * made in the text, so that comments and order stay, and is kept only if the parsed table then differs by exactly
 * the added entries; else, or without such a table, Γ_dep is violated with what to declare by hand.
 */
export function addDistributions(
  target: FileTree,
  adaptations: readonly Adaptation[],
): { readonly files: readonly StoredFile[]; readonly violations: readonly ConstraintViolation[] } {
  const bytes = target.get(PYPROJECT);
  const text = bytes === undefined ? undefined : decodeUtf8(bytes);
  const declared = text === undefined ? undefined : dependenciesOf(text);
  const known = new Set((declared ?? []).map(distributionName));
  const needed = adaptations.flatMap(adaptation =>
    adaptation.dependencies.distributions.map(requirement => ({ requirement, id: adaptation.requirementId })),
  );
  const absent = needed.filter(({ requirement }) => !known.has(distributionName(requirement)));
  if (absent.length === 0) return { files: [], violations: [] };
  const additions = [
    ...new Map(absent.map(({ requirement }) => [distributionName(requirement), requirement])).values(),
  ];
  const edited = text === undefined || declared === undefined ? undefined : edit(text, declared, additions);
  if (edited !== undefined) {
    return { files: [{ path: PYPROJECT, encoding: 'utf8', content: edited }], violations: [] };
  }
  return {
    files: [],
    violations: absent.map(({ requirement, id }) => ({
      constraint: 'dependency',
      requirementIds: [id],
      message: `The component needs \`${requirement}\`, which the target does not declare; \`[project] dependencies\` could not be edited, so declare it by hand.`,
    })),
  };
}

function dependenciesOf(text: string): readonly string[] | undefined {
  try {
    const project = parse(text)['project'];
    const list =
      project !== null && typeof project === 'object' && 'dependencies' in project
        ? project.dependencies
        : undefined;
    return Array.isArray(list) && list.every(item => typeof item === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

function edit(text: string, declared: readonly string[], additions: readonly string[]): string | undefined {
  const list = /^(\[project\][^[]*?^dependencies\s*=\s*\[)([^\]]*)\]/ms.exec(text);
  const [, head, body] = list ?? [];
  if (list === null || head === undefined || body === undefined) return undefined;
  const quoted = additions.map(addition => JSON.stringify(addition));
  const isMultiline = body.includes('\n');
  const trimmed = body.replace(/,?\s*$/, '');
  const separator = isMultiline ? ',\n    ' : ', ';
  const joined = [...(trimmed.trim() === '' ? [] : [trimmed]), ...quoted].join(separator);
  const replacement = `${head}${joined}${isMultiline ? ',\n' : ''}]`;
  const edited = text.slice(0, list.index) + replacement + text.slice(list.index + list[0].length);
  const after = dependenciesOf(edited);
  return JSON.stringify(after) === JSON.stringify([...declared, ...additions]) ? edited : undefined;
}
