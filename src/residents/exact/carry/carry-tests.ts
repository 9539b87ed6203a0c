import type { CarriedTestMapping } from '../../../domain/adaptation.js';
import type { StoredFile } from '../../../domain/files.js';
import type { CarriedTests } from '../../../domain/primitive.js';
import { parsePython, textOf, type SyntaxTree } from '../../../syntax/parse-python.js';
import type { Sources } from '../sources/sources.js';
import { dropUnits } from './drop-tests.js';
import { testUnits, unitOfTest, type TestUnit } from './test-units.js';

/** Carried tests on their way: the files that are left, and what had to stay behind. */
export interface TestsUnderway {
  readonly files: readonly StoredFile[];
  /** Reasons by donor path and unit name. */
  readonly dropped: ReadonlyMap<string, string>;
}

/** What stands in the way in a test file: a unit of it, or the file itself. */
export interface TestObstacle {
  readonly path: string;
  readonly unit: string | undefined;
  readonly reason: string;
}

/** The key of a unit of a test file: its donor path and its name, as in a pytest node id. */
export function unitKey(path: string, unit: string): string {
  return `${path}::${unit.replaceAll('.', '::')}`;
}

/** Leaves behind what cannot be carried, with everything that cannot work without it. */
export function leaveBehind(tests: TestsUnderway, obstacles: readonly TestObstacle[]): TestsUnderway {
  const dropped = new Map(tests.dropped);
  const files = tests.files.flatMap((file): readonly StoredFile[] => {
    const own = obstacles.filter(({ path }) => path === file.path);
    if (own.length === 0) return [file];
    const broken = new Map([...own].reverse().map(({ unit, reason }) => [unit, reason]));
    const { text, gone } = dropUnits(parsePython(file.content), broken);
    for (const [unit, reason] of gone) dropped.set(unitKey(file.path, unit), reason);
    return text === undefined ? [] : [{ ...file, content: text }];
  });
  return { files, dropped };
}

/**
 * Tells of every carried test whether its own text is as it was, was rewritten, or stayed behind, with the reason.
 * `notes` say what was done to each unit; `paths` where each donor file goes.
 */
export function accountForTests(
  carried: CarriedTests,
  underway: TestsUnderway,
  sources: Sources,
  notes: ReadonlyMap<string, ReadonlySet<string>>,
  paths: ReadonlyMap<string, string>,
): readonly CarriedTestMapping[] {
  const before = new Map(underway.files.map(file => [file.path, readUnits(parsePython(file.content))]));
  const after = new Map(
    sources.filter(({ isTest }) => isTest).map(({ path, tree }) => [path, readUnits(tree)]),
  );
  const original = new Map(carried.files.map(file => [file.path, testUnits(parsePython(file.content))]));
  return carried.tests.map(({ id, path }): CarriedTestMapping => {
    const reason = whyLeftBehind(underway, original.get(path) ?? [], id, path);
    const newPath = paths.get(path);
    const [was, is] = [before.get(path), after.get(path)];
    if (reason !== undefined || newPath === undefined || was === undefined || is === undefined)
      return { id, status: 'dropped', reason: reason ?? 'its file is not Python text' };
    const adaptedId = `${newPath}${id.slice(path.length)}`;
    const unit = unitOfTest(is.units, id);
    const isUnchanged = textOfUnit(was, unitOfTest(was.units, id)) === textOfUnit(is, unit);
    if (isUnchanged) return { id, status: 'kept', adaptedId, reason: 'its text is unchanged' };
    const whats = unit === undefined ? undefined : notes.get(unitKey(path, unit.name));
    return { id, status: 'rewritten', adaptedId, reason: [...(whats ?? ['follows its helpers'])].join('; ') };
  });
}

/** Why a test stayed behind, or undefined. `units` are those of its donor file, at `path`. */
export function whyLeftBehind(
  { dropped }: TestsUnderway,
  units: readonly TestUnit[],
  id: string,
  path: string,
): string | undefined {
  const source = unitOfTest(units, id);
  return droppedReason(dropped, id) ?? (source && dropped.get(unitKey(path, source.name)));
}

/** A test is gone with its unit, or with the class that held it. */
function droppedReason(dropped: ReadonlyMap<string, string>, id: string): string | undefined {
  const parts = id.split('::');
  for (let length = parts.length; length > 1; length -= 1) {
    const reason = dropped.get(parts.slice(0, length).join('::'));
    if (reason !== undefined) return reason;
  }
  return undefined;
}

interface ReadFile {
  readonly tree: SyntaxTree;
  readonly units: readonly TestUnit[];
}

function readUnits(tree: SyntaxTree): ReadFile {
  return { tree, units: testUnits(tree) };
}

function textOfUnit({ tree }: ReadFile, unit: TestUnit | undefined): string {
  return unit === undefined ? tree.text : textOf(tree, unit.node);
}
