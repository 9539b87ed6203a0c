import type { StoredFile } from './files.js';
import type { CarriedTests, Primitive } from './primitive.js';

/**
 * The package under which lies what carried tests need of their repository besides the component: the database that a
 * query is tried on. It proves the component, and travels no further than the library.
 */
export const SUPPORT_PACKAGE = 'carried_support';

/** A name of the support package's, as an import of it spells it; `tests.carried_support.x` is somebody else's. */
const NAMED = new RegExp(`(?<![\\w.])${SUPPORT_PACKAGE}\\.\\w`);

/** The folder of the support package of tests that prove a component with this source root. */
export function supportFolder(sourceRoot: string): string {
  return sourceRoot === '' ? SUPPORT_PACKAGE : `${sourceRoot}/${SUPPORT_PACKAGE}`;
}

/**
 * The files that are what tests need besides the component. A repository may have a folder of that name itself: its
 * tests, and what marks the package they lie in, are none of it.
 */
export function supportIn({ tests, files }: CarriedTests, sourceRoot: string): readonly StoredFile[] {
  if (!files.some(needsSupport)) return [];
  const folder = supportFolder(sourceRoot);
  const own = new Set([...tests.map(({ path }) => path), `${folder}/__init__.py`]);
  return files.filter(({ path }) => path.startsWith(`${folder}/`) && !own.has(path));
}

/** The tests that need nothing of their repository but the component, with their files: those that may be delivered. */
export function withoutSupport(carried: CarriedTests, sourceRoot: string): CarriedTests {
  const support = new Set(supportIn(carried, sourceRoot));
  if (support.size === 0) return carried;
  const kept = carried.files.filter(file => !support.has(file) && !needsSupport(file));
  const paths = new Set(kept.map(({ path }) => path));
  return { tests: carried.tests.filter(({ path }) => paths.has(path)), files: kept };
}

function needsSupport({ path, encoding, content }: StoredFile): boolean {
  return encoding === 'utf8' && path.endsWith('.py') && NAMED.test(content);
}

const known = new WeakMap<Primitive, Primitive>();

/** A primitive as it may leave the library: with the tests that need nothing but it, which may be none. */
export function deliverable(primitive: Primitive): Primitive {
  const found = known.get(primitive) ?? withoutSupportedTests(primitive);
  known.set(primitive, found);
  return found;
}

function withoutSupportedTests(primitive: Primitive): Primitive {
  const carriedTests = withoutSupport(primitive.carriedTests, primitive.sourceRoot);
  if (carriedTests === primitive.carriedTests) return primitive;
  if (carriedTests.tests.length > 0) return { ...primitive, carriedTests };
  const { testDistributions: _none, ...dependencies } = primitive.dependencies;
  return { ...primitive, carriedTests: { tests: [], files: [] }, dependencies };
}
