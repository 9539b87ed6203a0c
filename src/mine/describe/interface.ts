import type { PrimitiveInterface } from '../../domain/primitive.js';
import type { ToldEffect } from '../../python/slicing/effects.js';
import type { Boundary } from '../components/boundary.js';
import type { Capability } from '../components/capabilities.js';
import { effectsIn } from '../cut/effects-in.js';
import type { TestCase } from '../cut/test-cases.js';
import { contractOf } from './contract.js';
import { exportsOf, subjectOf, type Subject } from './exports.js';
import type { Mentions } from './mentions.js';

/**
 * I: what a component offers, its capability first, then the other public definitions of the same module inside, with
 * their contract in words. `mentions` adds what documentation and callers say.
 */
export function interfaceOf(
  boundary: Boundary,
  tests: readonly TestCase[],
  mentions?: Mentions,
): PrimitiveInterface {
  return describeInterface(subjectOfBoundary(boundary), tests, mentions, effectsIn(boundary.nodes));
}

/** The same for a subject that is known: a module and the names of it that a component offers. */
export function describeInterface(
  subject: Subject,
  tests: readonly Pick<TestCase, 'name'>[],
  mentions?: Mentions,
  effects: readonly ToldEffect[] = [],
): PrimitiveInterface {
  const exports = exportsOf(subject, mentions);
  const behaviour = contractOf(
    exports,
    tests.map(({ name }) => name),
    name => mentions?.sentencesAbout(name) ?? [],
    effects,
  );
  return { module: subject.module.module, exports, behaviour };
}

/** What the description of a boundary is about. */
export function subjectOfBoundary({ capability, nodes }: Boundary): Subject {
  return subjectOf(capability.module, capability.name, nodes);
}

/** The readable name of a component. */
export function nameOf(repository: string, { module, name }: Capability): string {
  return `${repository}/${module.module}.${name}`;
}
