import { fileBytes, type FileTree } from '../../domain/files.js';
import type { HeldProject, HoldHit, HoldSet } from '../../domain/hold-set.js';
import { globMatcher } from '../../licence/globs.js';
import { contentMarks } from './content-marks.js';
import { bareName, nameKey, repositoryParts, wordKey } from './hold-names.js';
import { descriptionsIn, namesIn } from './self-description.js';

/** One held project, ready to be compared. */
interface Marks {
  readonly project: string;
  readonly because: string;
  readonly repositories: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly descriptions: readonly string[];
  readonly paths: readonly ((path: string) => boolean)[];
}

/** What is compared with them. */
interface Subject {
  readonly repository: string;
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  readonly files: FileTree;
}

/** No path of a repository has more parts that matter. */
const DEEPEST = 30;

/**
 * The hold set of these projects. Names are compared without case, protocol, host, `.git` and separators. A repository
 * without an owner (a folder, a distribution) is held when it is called like a held one.
 */
export function createHoldSet(projects: readonly HeldProject[]): HoldSet {
  const marks = projects.map(marksOf);
  const contents = new Map(
    projects.flatMap((project, at) => project.contents.map(one => [one, marks[at]] as const)),
  );
  const known = new Map<string, HoldHit | undefined>();

  const hitOf = (subject: Subject): HoldHit | undefined => {
    for (const mark of marks) {
      const sign = signOf(mark, subject);
      if (sign !== undefined) return hit(mark, subject.repository, sign);
    }
    if (contents.size > 0)
      for (const [path, bytes] of subject.files)
        for (const content of contentMarks(path, bytes)) {
          const mark = contents.get(content);
          if (mark !== undefined) return hit(mark, subject.repository, `${path} has its content`);
        }
    return undefined;
  };
  return {
    ofPrimitive: primitive => {
      if (known.has(primitive.id)) return known.get(primitive.id);
      const { repository, ranges } = primitive.provenance;
      const files = new Map<string, Uint8Array>([
        ...ranges.map(({ path }) => [path, new Uint8Array()] as const),
        ...primitive.implementation.map(file => [file.path, fileBytes(file)] as const),
      ]);
      const found =
        marks.length === 0 ? undefined : hitOf({ repository, names: [], descriptions: [], files });
      known.set(primitive.id, found);
      return found;
    },
    ofProject: ({ repository, files }) => {
      if (marks.length === 0) return undefined;
      return hitOf({
        repository,
        names: namesIn(files),
        descriptions: descriptionsIn(files),
        files: new Map(),
      });
    },
    ofTree: ({ repository, files }) => {
      if (marks.length === 0) return undefined;
      return hitOf({ repository, names: namesIn(files), descriptions: descriptionsIn(files), files });
    },
  };
}

function marksOf({ why, repositories, names, descriptions, paths }: HeldProject): Marks {
  return {
    project: repositories[0] ?? names[0] ?? 'a project without a name',
    because: why === undefined ? '' : ` (${why})`,
    repositories: repositories.map(one => repositoryParts(one).join('/')),
    names: new Set(names.map(nameKey)),
    descriptions: descriptions.map(wordKey),
    paths: paths.map(globMatcher),
  };
}

/** By which mark the subject is held, in words; undefined when by none. */
function signOf(mark: Marks, { repository, names, descriptions, files }: Subject): string | undefined {
  const own = repositoryParts(repository).join('/');
  if (mark.repositories.some(held => own === held || own.startsWith(`${held}/`)))
    return 'it is that repository';
  const called = [bareName(repository), ...names.map(nameKey)];
  const name = called.find(one => mark.names.has(one));
  if (name !== undefined) return `it is called ${name}`;
  const isOwned = repository.includes('/');
  if (!isOwned && mark.repositories.some(held => called.includes(held.split('/').at(-1) ?? '')))
    return 'it is called like that repository';
  const said = descriptions.map(wordKey);
  if (mark.descriptions.some(held => said.some(one => ` ${one} `.includes(` ${held} `))))
    return 'it describes itself as that';
  for (const path of mark.paths.length === 0 ? [] : files.keys())
    if (mark.paths.some(matches => tails(path).some(matches))) return `it has ${path}`;
  return undefined;
}

/** A path, and what is left of it without its first folders: copies lie anywhere. */
function tails(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(0, DEEPEST).map((_, index) => parts.slice(index).join('/'));
}

function hit({ project, because }: Marks, repository: string, sign: string): HoldHit {
  const of = project === repository ? '' : `, a part or a copy of ${project}`;
  return { project, reason: `${repository} is in the hold set${of}: ${sign}${because}.` };
}
