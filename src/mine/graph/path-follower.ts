import { ENTITY_KINDS, GIVES, IMPORT, ROOT, STEP, USE, VALUE } from '../../python/outline/module-outline.js';
import { ClassMembers } from './class-members.js';
import { NOWHERE, type NameResolver, type Target } from './name-resolver.js';
import type { Program } from './program.js';

/** Where a path leads. */
export interface Arrival {
  /** The last entity on the way, or `NOWHERE`. */
  readonly target: Target;
  /** Whether the path led to its end. */
  readonly isWhole: boolean;
  /** Whether the target is an instance of the class, rather than the class. */
  readonly isInstance: boolean;
  /** Whether the way led through a call, or what something holds. */
  readonly isIndirect: boolean;
}

const LOST: Arrival = { target: NOWHERE, isWhole: false, isInstance: false, isIndirect: false };
const [CLASS, FUNCTION, METHOD, CONSTANT] = (['class', 'function', 'method', 'constant'] as const).map(kind =>
  ENTITY_KINDS.indexOf(kind),
);
const NO_STEPS: readonly string[] = [];
const ROOT_KINDS = Object.keys(ROOT).length;

/** A value that holds a value that holds … is followed so far. */
const DEEPEST = 6;

/** Follows paths of attributes and calls from where they begin, as far as the program's text tells. */
export class PathFollower {
  readonly classes: ClassMembers;
  private readonly steps = new Map<string, readonly string[]>();
  private readonly values: (ReadonlyMap<string, number> | undefined)[] = [];
  /** By file: where paths lead that were followed from a use, by root and path. */
  private readonly arrivals: Map<number, Arrival>[];

  constructor(
    private readonly program: Program,
    private readonly names: NameResolver,
  ) {
    this.arrivals = program.files.map(() => new Map<number, Arrival>());
    // Not from `arrivals`: while the bases of a class are looked for, a way through it ends early.
    this.classes = new ClassMembers(program, (file, row) => this.followUse(file, row).target);
  }

  /** Where a row of a file's uses leads. */
  ofUse(file: number, row: number): Arrival {
    const outline = this.program.files[file]?.outline;
    const arrivals = this.arrivals[file];
    if (outline === undefined || arrivals === undefined) return LOST;
    const { uses, names } = outline;
    const rooted = (uses[row + USE.root] as number) * ROOT_KINDS + (uses[row + USE.rootKind] as number);
    // Many entities of a file use the same thing.
    const key = rooted * (names.length + 1) + (uses[row + USE.path] as number) + 1;
    const known = arrivals.get(key);
    if (known !== undefined) return known;
    const arrival = this.followUse(file, row);
    arrivals.set(key, arrival);
    return arrival;
  }

  private followUse(file: number, row: number): Arrival {
    const uses = this.program.files[file]?.outline.uses;
    if (uses === undefined) return LOST;
    return this.follow(
      file,
      uses[row + USE.rootKind] as number,
      uses[row + USE.root] as number,
      uses[row + USE.path] as number,
      0,
    );
  }

  private follow(file: number, kind: number, root: number, path: number, depth: number): Arrival {
    const target = this.rootTarget(file, kind, root);
    if (target === NOWHERE || depth > DEEPEST) return LOST;
    if (path < 0) return { target, isWhole: true, isInstance: false, isIndirect: false };
    return this.walk(target, this.stepsOf(file, path), depth);
  }

  private rootTarget(file: number, kind: number, root: number): Target {
    const found = this.program.files[file];
    if (found === undefined) return NOWHERE;
    if (kind === ROOT.entity) return found.base + root;
    if (kind === ROOT.import) return this.names.importIn(file, root * IMPORT.width);
    return kind === ROOT.global ? this.names.nameIn(file, found.word(root)) : NOWHERE;
  }

  private walk(start: Target, steps: readonly string[], depth: number): Arrival {
    let at: Arrival = { target: start, isWhole: true, isInstance: false, isIndirect: false };
    for (let index = 0; index < steps.length; index += 1) {
      const next = this.step(at, steps[index] as string, steps[index + 1], depth);
      if (next === undefined) return { ...at, isWhole: false };
      at = next;
      if (steps[index] === STEP.above) index += 1;
    }
    return at;
  }

  /** One step on; undefined where the program does not tell. */
  private step(at: Arrival, step: string, following: string | undefined, depth: number): Arrival | undefined {
    const { kindOf, parentOf } = this.program;
    const { target } = at;
    if (step === STEP.item) return undefined;
    const isModule = target < 0 || parentOf[target] === -1;
    if (isModule) {
      const member = step === STEP.call ? NOWHERE : this.names.member(target, step);
      return member === NOWHERE ? undefined : { ...at, target: member };
    }
    const kind = kindOf[target];
    if (step === STEP.above) return this.member(at, following ?? '', 1, depth);
    if (kind === CONSTANT || (step === STEP.call && kind !== CLASS)) {
      const held = this.held(target, depth);
      if (held === undefined) return undefined;
      if (kind !== CONSTANT) return { ...held, isIndirect: true };
      return this.step({ ...held, isIndirect: true }, step, following, depth + 1);
    }
    if (kind !== CLASS) return undefined;
    if (step === STEP.call) return at.isInstance ? undefined : { ...at, isInstance: true, isIndirect: true };
    return this.member(at, step, 0, depth);
  }

  /** An attribute of a class or of an instance: what the nearest class defines, else what it is set to. */
  private member(at: Arrival, name: string, from: number, depth: number): Arrival | undefined {
    // An attribute that is only set names no entity, and is found by what it is set to.
    const word = this.program.wordNumber(name);
    for (const owner of this.classes.order(at.target).slice(from)) {
      const target = word === undefined ? NOWHERE : this.classes.own(owner, word);
      if (target !== NOWHERE) return { ...at, target, isInstance: false };
      const held = this.valueOf(owner, name, depth);
      if (held !== undefined) return { ...held, isIndirect: true };
    }
    return undefined;
  }

  /** What a constant holds, or a call of a function gives. */
  private held(target: number, depth: number): Arrival | undefined {
    const { kindOf, nameOf, words } = this.program;
    const kind = kindOf[target];
    if (kind === CONSTANT) {
      const name = words[nameOf[target] as number] ?? '';
      return this.valueOf(this.program.files[this.program.fileOf[target] as number]?.base ?? 0, name, depth);
    }
    return kind === FUNCTION || kind === METHOD ? this.valueOf(target, undefined, depth) : undefined;
  }

  private valueOf(holder: number, name: string | undefined, depth: number): Arrival | undefined {
    if (depth > DEEPEST) return undefined;
    const file = this.program.fileOf[holder] as number;
    const found = this.program.files[file];
    if (found === undefined) return undefined;
    const row = this.valuesOf(file).get(`${holder - found.base} ${name ?? ''}`);
    if (row === undefined) return undefined;
    const { values } = found.outline;
    const held = this.follow(
      file,
      values[row + VALUE.rootKind] as number,
      values[row + VALUE.root] as number,
      values[row + VALUE.path] as number,
      depth + 1,
    );
    return held.isWhole && held.target !== holder ? held : undefined;
  }

  private valuesOf(file: number): ReadonlyMap<string, number> {
    const known = this.values[file];
    if (known !== undefined) return known;
    const rows = new Map<string, number>();
    const outline = this.program.files[file]?.outline;
    for (let row = 0; outline !== undefined && row < outline.values.length; row += VALUE.width) {
      const name = outline.values[row + VALUE.name] as number;
      rows.set(`${outline.values[row]} ${name === GIVES ? '' : outline.names[name]}`, row);
    }
    this.values[file] = rows;
    return rows;
  }

  private stepsOf(file: number, path: number): readonly string[] {
    const text = this.program.files[file]?.outline.names[path] ?? '';
    const known = this.steps.get(text) ?? (text === '' ? NO_STEPS : text.split('.'));
    this.steps.set(text, known);
    return known;
  }
}
