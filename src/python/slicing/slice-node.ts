import type { ImportedName } from '../imports.js';
import type { SourceModule } from './source-module.js';
import type { Unit } from './units.js';

/** What a slice keeps of a repository, piece by piece; equal pieces are one object within one graph. */
export type SliceNode =
  /** A top-level statement. */
  | { readonly kind: 'unit'; readonly module: SourceModule; readonly unit: Unit }
  /** One name of a top-level import; of a star import the name that is taken, or `*` when that is not known. */
  | {
      readonly kind: 'import';
      readonly module: SourceModule;
      readonly unit: Unit;
      readonly clause: ImportedName;
      readonly name: string;
    }
  /** The file itself, with nothing in it but its head. */
  | { readonly kind: 'module'; readonly module: SourceModule }
  /** The file as it is, to the last line. */
  | { readonly kind: 'whole'; readonly module: SourceModule }
  /** A file that is not Python. */
  | { readonly kind: 'resource'; readonly path: string };

/** Makes each node once. */
export class SliceNodes {
  private readonly nodes = new Map<string, SliceNode>();

  unit(module: SourceModule, unit: Unit): SliceNode {
    return this.intern(`u:${unit.start}:${module.path}`, { kind: 'unit', module, unit });
  }

  import(module: SourceModule, unit: Unit, clause: ImportedName, name = clause.local): SliceNode {
    const key = `i:${clause.node.start}:${name}:${module.path}`;
    return this.intern(key, { kind: 'import', module, unit, clause, name });
  }

  module(module: SourceModule): SliceNode {
    return this.intern(`m:${module.path}`, { kind: 'module', module });
  }

  whole(module: SourceModule): SliceNode {
    return this.intern(`w:${module.path}`, { kind: 'whole', module });
  }

  resource(path: string): SliceNode {
    return this.intern(`r:${path}`, { kind: 'resource', path });
  }

  private intern(key: string, node: SliceNode): SliceNode {
    const known = this.nodes.get(key);
    if (known !== undefined) return known;
    this.nodes.set(key, node);
    return node;
  }
}
