import { createHash } from 'node:crypto';
import type { Component, Primitive } from '../domain/primitive.js';

/**
 * The primitive that a component becomes. Its id is `cf-` and the first 12 hex digits of the SHA-256 over what it is
 * and where it lies: repository, module, exports, files, tests, and the terms it is under. The commit and line numbers are left out, so a
 * component that a commit does not touch keeps its id.
 */
export function identify(component: Component): Primitive {
  const { name, implementation, sourceRoot, interface: own, carriedTests, provenance } = component;
  const identity = [
    provenance.repository,
    name,
    sourceRoot,
    own.module,
    own.exports.map(symbol => symbol.name),
    component.dependencies,
    implementation.map(({ path, content }) => [path, content]),
    carriedTests.files.map(({ path, content }) => [path, content]),
    carriedTests.tests.map(({ id }) => id),
    provenance.licence,
    provenance.visibility,
  ];
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  return { id: `cf-${digest.slice(0, 12)}`, ...component };
}

/** What two components must share to be one: the same files, whichever of their exports they are named after. */
export function contentKey({
  implementation,
  carriedTests,
}: Pick<Component, 'implementation' | 'carriedTests'>): string {
  const files = [...implementation, ...carriedTests.files].map(({ path, content }) => [path, content]);
  return createHash('sha256').update(JSON.stringify(files)).digest('hex');
}
