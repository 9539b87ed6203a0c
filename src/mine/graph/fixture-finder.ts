import { posix } from 'node:path';
import { ENTITY_KINDS } from '../../python/outline/module-outline.js';
import type { ClassMembers } from './class-members.js';
import { NOWHERE, type NameResolver, type Target } from './name-resolver.js';
import type { Program } from './program.js';

const FIXTURE = ENTITY_KINDS.indexOf('fixture');
const CLASS = ENTITY_KINDS.indexOf('class');

/** Finds the fixture that a test asks for: of its class, its file, or the nearest `conftest.py` above. */
export class FixtureFinder {
  /** The `conftest.py` files that serve a folder, nearest first, as numbers of files. */
  private readonly conftests = new Map<string, readonly number[]>();

  constructor(
    private readonly program: Program,
    private readonly names: NameResolver,
    private readonly classes: ClassMembers,
  ) {}

  find(file: number, name: number, from: number): Target {
    const { parentOf, kindOf } = this.program;
    const around = parentOf[from] as number;
    if (around >= 0 && kindOf[around] === CLASS) {
      const own = this.classes.own(around, name);
      if (this.isFixture(own, from)) return own;
    }
    const folder = posix.dirname(this.program.files[file]?.outline.path ?? '');
    for (const place of [file, ...this.conftestsOf(folder)]) {
      const target = this.names.nameIn(place, name);
      if (this.isFixture(target, from)) return target;
    }
    return NOWHERE;
  }

  /** A fixture that overrides one of its name asks for the one above, not for itself. */
  private isFixture(target: Target, from: number): boolean {
    return target >= 0 && target !== from && this.program.kindOf[target] === FIXTURE;
  }

  private conftestsOf(folder: string): readonly number[] {
    const known = this.conftests.get(folder);
    if (known !== undefined) return known;
    const module = this.program.byPath.get(posix.join(folder, 'conftest.py'));
    const own = module === undefined ? [] : [this.program.fileOf[module] as number];
    const all = folder === '.' ? own : [...own, ...this.conftestsOf(posix.dirname(folder))];
    this.conftests.set(folder, all);
    return all;
  }
}
