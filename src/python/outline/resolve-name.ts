import { scopeBinding, type LexicalScope } from './lexical-scope.js';
import { ROOT, STEP, kindNumber } from './module-outline.js';
import type { ChainReader } from './read-chain-steps.js';
import type { Reading } from './reading.js';

/** Where a chain begins, in terms that outlive the file, and the steps from there. */
export interface Root {
  /** One of `ROOT`. */
  readonly kind: number;
  readonly number: number;
  readonly steps: readonly string[];
  /** Whether the name stands for a local value that was found to be this. */
  readonly isHeld: boolean;
}

const CLASS = kindNumber('class');

/** A value that is known by another, `b = a; c = b`, is followed so far. */
const FURTHEST = 4;

/** More steps than this lead nowhere that a file could know. */
const MOST_STEPS = 8;

/**
 * What a name and the steps after it begin with, seen from a scope: an entity, an import or a name of the module.
 * Undefined for a plain local value and for a builtin.
 */
export function bindingOf(
  reading: Reading,
  chains: ChainReader,
  name: number,
  scope: LexicalScope,
  steps: readonly string[],
): Root | undefined {
  let from = scope;
  let wanted = name;
  let path = steps;
  for (let followed = 0; followed < FURTHEST && path.length <= MOST_STEPS; followed += 1) {
    const found = scopeBinding(wanted, from);
    if (found === undefined) {
      if (reading.words.word(wanted) === 'super') return aboveClass(reading, from, path);
      return reading.hasStar
        ? { kind: ROOT.global, number: wanted, steps: path, isHeld: followed > 0 }
        : undefined;
    }
    if (found === reading.module)
      return { kind: ROOT.global, number: wanted, steps: path, isHeld: followed > 0 };
    const meaning = reading.meanings[found.bound.get(wanted) ?? -1];
    switch (meaning?.kind) {
      case 'entity':
        return { kind: ROOT.entity, number: meaning.entity, steps: path, isHeld: followed > 0 };
      case 'import':
        return { kind: ROOT.import, number: meaning.row, steps: path, isHeld: followed > 0 };
      case 'self':
      case 'class':
        return ownClass(meaning.scope, meaning.kind === 'self' ? [STEP.call, ...path] : path);
      case 'value':
      case 'annotation': {
        const held = chains.heldRoot(meaning);
        if (held === undefined || held.name === wanted) return undefined;
        wanted = held.name;
        path = [...held.steps, ...path];
        from = meaning.scope;
        break;
      }
      case undefined:
        return undefined;
    }
  }
  return undefined;
}

/** `self` and `cls`: the class whose method's scope this is. */
function ownClass(scope: LexicalScope, steps: readonly string[]): Root | undefined {
  let owner = scope.parent;
  if (owner?.kind === 'type-parameters') owner = owner.parent;
  return owner && { kind: ROOT.entity, number: owner.entity, steps, isHeld: true };
}

/** `super().name`: from the class around, what comes after it in its MRO. */
function aboveClass(reading: Reading, from: LexicalScope, steps: readonly string[]): Root | undefined {
  if (steps[0] !== STEP.call) return undefined;
  for (let scope: LexicalScope | undefined = from; scope !== undefined; scope = scope.parent)
    if (scope.kind === 'class' && reading.entities.kindOf(scope.entity) === CLASS)
      return {
        kind: ROOT.entity,
        number: scope.entity,
        steps: [STEP.above, ...steps.slice(1)],
        isHeld: true,
      };
  return undefined;
}
