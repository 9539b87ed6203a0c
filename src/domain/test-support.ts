import type { StoredFile } from './files.js';
import type { CarriedTests, Primitive } from './primitive.js';

/**
 * The package under which lies what carried tests need of their repository besides the component: the database that a
 * query is tried on. It proves the component, and travels no further than the library.
 */
export const SUPPORT_PACKAGE = 'carried_support';

const NAMED = new RegExp(`\\b${SUPPORT_PACKAGE}\\b`);

/** The tests that need nothing of their repository but the component, with their files: those that may be delivered. */
export function withoutSupport({ tests, files }: CarriedTests): CarriedTests {
  const kept = files.filter(file => !isSupport(file) && !needsSupport(file));
  const paths = new Set(kept.map(({ path }) => path));
  return { tests: tests.filter(({ path }) => paths.has(path)), files: kept };
}

/** Whether a file is part of what tests need besides the component. */
export function isSupport({ path }: Pick<StoredFile, 'path'>): boolean {
  return path.split('/').includes(SUPPORT_PACKAGE);
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
  if (!primitive.carriedTests.files.some(isSupport)) return primitive;
  const carriedTests = withoutSupport(primitive.carriedTests);
  if (carriedTests.tests.length > 0) return { ...primitive, carriedTests };
  const { testDistributions: _none, ...dependencies } = primitive.dependencies;
  return { ...primitive, carriedTests: { tests: [], files: [] }, dependencies };
}
