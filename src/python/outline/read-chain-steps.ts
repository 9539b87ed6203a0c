import { kindOf } from '../../syntax/grammar.js';
import { STEP } from './module-outline.js';
import type { HeldValue, Reading } from './reading.js';

const IDENTIFIER = kindOf('identifier');
const ATTRIBUTE = kindOf('attribute');
const CALL = kindOf('call');
const SUBSCRIPT = kindOf('subscript');
const TYPE = kindOf('type');
const GENERIC = kindOf('generic_type');
const UNION = kindOf('union_type');
const BINARY = kindOf('binary_operator');
const TYPE_PARAMETER = kindOf('type_parameter');
const STRING = kindOf('string');
const STRING_CONTENT = kindOf('string_content');
const NONE = kindOf('none');

/** Longer chains, `a.b().c().d…`, are written by nobody. */
export const LONGEST_CHAIN = 32;

const NOTHING: readonly string[] = [];

/** The name that a value or type begins with, and the steps after it. */
export interface ChainRoot {
  readonly name: number;
  readonly steps: readonly string[];
}

/** Reads chains of attributes, calls and items, such as `a.b().c`, from their outermost node. */
export class ChainReader {
  constructor(private readonly reading: Reading) {}

  /** The steps from the name at the bottom of a chain to its top. */
  stepsOf(chain: number): readonly string[] {
    const { reading } = this;
    const steps: string[] = [];
    for (let node = chain; ; node += 1) {
      const kind = reading.kind(node);
      if (kind === ATTRIBUTE) steps.push(reading.textOf(reading.after(node + 1)));
      else if (kind === CALL) steps.push(STEP.call);
      else if (kind === SUBSCRIPT) steps.push(STEP.item);
      else return steps.length === 0 ? NOTHING : steps.reverse();
    }
  }

  /** The number of the word that steps make, or -1 when there are none. */
  pathOf(steps: readonly string[]): number {
    return steps.length === 0 ? -1 : this.reading.words.number(steps.join('.'));
  }

  /** What a held value begins with, or undefined when that is no name. */
  heldRoot({ kind, node }: HeldValue): ChainRoot | undefined {
    if (kind === 'annotation') {
      const type = this.typeRoot(node);
      return type && { name: type.name, steps: [...type.steps, STEP.call] };
    }
    return this.rootOf(node);
  }

  private rootOf(chain: number): ChainRoot | undefined {
    const { reading } = this;
    for (let root = chain; root < chain + LONGEST_CHAIN; root += 1) {
      const kind = reading.kind(root);
      if (kind === IDENTIFIER) return { name: reading.word(root), steps: this.stepsOf(chain) };
      if (kind !== ATTRIBUTE && kind !== CALL && kind !== SUBSCRIPT) return undefined;
    }
    return undefined;
  }

  /** The class that an annotation names: also in a string, in `Optional[…]`, and beside `None`. */
  private typeRoot(annotation: number): ChainRoot | undefined {
    const { reading } = this;
    let node = annotation;
    for (let depth = 0; depth < 8; depth += 1) {
      switch (reading.kind(node)) {
        case TYPE:
        case UNION:
        case BINARY: {
          const first = node + 1;
          if (first >= reading.after(node)) return undefined;
          node = reading.kind(first) === NONE ? lastChild(reading, node) : first;
          break;
        }
        case GENERIC:
        case SUBSCRIPT: {
          const isOptional = /(?:^|\.)Optional$/.test(reading.textOf(node + 1).slice(0, 40));
          const argument = reading.after(node + 1);
          if (!isOptional || argument >= reading.after(node)) return this.rootOf(node + 1);
          node = reading.kind(argument) === TYPE_PARAMETER ? argument + 1 : argument;
          break;
        }
        case STRING:
          return this.quotedRoot(node);
        default:
          return this.rootOf(node);
      }
    }
    return undefined;
  }

  private quotedRoot(node: number): ChainRoot | undefined {
    const { reading } = this;
    const content = node + 2;
    if (content >= reading.after(node) || reading.kind(content) !== STRING_CONTENT) return undefined;
    const [, dotted] =
      /^\s*(?:(?:typing\.)?Optional\[\s*)?([A-Za-z_]\w*(?:\.\w+)*)/.exec(
        reading.textOf(content).slice(0, 200),
      ) ?? [];
    if (dotted === undefined) return undefined;
    const [name = '', ...steps] = dotted.split('.');
    return { name: reading.words.number(name), steps };
  }
}

function lastChild(reading: Reading, node: number): number {
  let last = node + 1;
  for (let child = last; child < reading.after(node); child = reading.after(child)) last = child;
  return last;
}
