import type { Machine } from './machine.js';
import { BUILTIN, EXTERNAL, MODULE } from './objects.js';
import type { ProgramModule } from './program.js';
import { isBuiltin } from './builtin-names.js';

/** Star imports of star imports are followed this far. */
const DEEPEST = 100;

/** What names of modules mean: their own, those of star imports, submodules, built-ins. */
export class Modules {
  /** By module: what it imports everything from, in order. */
  private readonly stars: string[][] = [];
  /** Folders of modules without a module of their own. */
  private readonly folders: string[] = [];

  constructor(private readonly machine: Machine) {}

  addStar(module: number, name: string, level: number): void {
    const { program } = this.machine;
    const source = program.resolve(program.modules[module] as ProgramModule, name, level);
    (this.stars[module] ??= []).push(source.name);
  }

  /** The object of a module by its full name: one of the program's, or external. */
  object(name: string): number {
    const { program, objects, strings } = this.machine;
    const found = program.find(name);
    if (found === undefined) return objects.of(EXTERNAL, strings.intern(name));
    if (found.module !== undefined) return objects.of(MODULE, found.module);
    let folder = this.folders.indexOf(name);
    if (folder < 0) folder = this.folders.push(name) - 1;
    return objects.of(MODULE, program.modules.length + folder);
  }

  /** The node of a name of a module, as an attribute of it; 0 when it has none. */
  attribute(module: number, name: number): number {
    const { program, strings } = this.machine;
    const own = this.named(module, name, new Set());
    if (own !== 0) return own;
    const full = program.modules[module]?.name ?? this.folders[module - program.modules.length] ?? '';
    const text = strings.text(name);
    const below = full === '' ? text : `${full}.${text}`;
    if (program.find(below) !== undefined) return this.machine.nodeOf(this.object(below));
    return this.external(module, text);
  }

  /** A name from the one external module that everything is imported from, if there is just one. */
  private external(module: number, name: string): number {
    const outside = (this.stars[module] ?? []).filter(star => this.machine.program.find(star) === undefined);
    if (outside.length !== 1) return 0;
    const { objects, strings } = this.machine;
    return this.machine.nodeOf(objects.of(EXTERNAL, strings.intern(`${outside[0]}.${name}`)));
  }

  /** A name that a module binds itself or by a star import. */
  private named(module: number, name: number, seen: Set<number>, depth = 0): number {
    if (seen.has(module) || depth > DEEPEST) return 0;
    seen.add(module);
    const own = this.machine.moduleNames[module]?.get(name);
    const nodes = own === undefined ? [] : [own];
    if (own === undefined)
      for (const star of this.stars[module] ?? []) {
        const source = this.machine.program.find(star)?.module;
        if (source === undefined || !this.offers(source, name)) continue;
        const node = this.named(source, name, seen, depth + 1);
        if (node !== 0) nodes.push(node);
      }
    return nodes.at(-1) ?? 0;
  }

  /** Whether `from module import *` takes a name along. */
  private offers(module: number, name: number): boolean {
    const text = this.machine.strings.text(name);
    const all = this.machine.program.modules[module]?.flow.all ?? null;
    return all === null ? !text.startsWith('_') : all.includes(text);
  }

  /** The node of what a name means in a module where no function around it binds it. */
  global(module: number, name: number): number {
    const { objects, strings } = this.machine;
    const own = this.named(module, name, new Set());
    if (own !== 0) return own;
    const text = strings.text(name);
    if (isBuiltin(text)) return this.machine.nodeOf(objects.of(BUILTIN, name));
    return this.external(module, text);
  }

  /** The node of `from source import name` in a module. */
  imported(module: number, source: string, level: number, name: number): number {
    const { program, strings } = this.machine;
    const found = program.resolve(program.modules[module] as ProgramModule, source, level);
    const text = strings.text(name);
    const below = found.name === '' ? text : `${found.name}.${text}`;
    const from = program.find(found.name);
    if (from === undefined) return this.machine.nodeOf(this.object(below));
    const object = this.object(found.name);
    const node = this.attribute(this.machine.objects.a[object] as number, name);
    return node !== 0 ? node : 0;
  }
}
