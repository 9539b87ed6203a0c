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
  /** A file that is not Python; of the suite when tests alone read it. */
  | { readonly kind: 'resource'; readonly path: string; readonly isOfSuite: boolean };

/** Makes each node once, so that sets of nodes are sets of pieces. */
export class SliceNodes {
  private readonly units = new Map<Unit, SliceNode>();
  private readonly imports = new Map<ImportedName, Map<string, SliceNode>>();
  private readonly files = new Map<SourceModule, SliceNode>();
  private readonly wholes = new Map<SourceModule, SliceNode>();
  private readonly resources = new Map<string, SliceNode>();

  unit(module: SourceModule, unit: Unit): SliceNode {
    return this.units.get(unit) ?? kept(this.units, unit, { kind: 'unit', module, unit });
  }

  import(module: SourceModule, unit: Unit, clause: ImportedName, name = clause.local): SliceNode {
    const names = this.imports.get(clause) ?? kept(this.imports, clause, new Map<string, SliceNode>());
    return names.get(name) ?? kept(names, name, { kind: 'import', module, unit, clause, name });
  }

  module(module: SourceModule): SliceNode {
    return this.files.get(module) ?? kept(this.files, module, { kind: 'module', module });
  }

  whole(module: SourceModule): SliceNode {
    return this.wholes.get(module) ?? kept(this.wholes, module, { kind: 'whole', module });
  }

  resource(path: string, isOfSuite = false): SliceNode {
    const key = `${isOfSuite ? 'suite' : ''}:${path}`;
    return this.resources.get(key) ?? kept(this.resources, key, { kind: 'resource', path, isOfSuite });
  }
}

function kept<K, V>(nodes: Map<K, V>, key: K, node: V): V {
  nodes.set(key, node);
  return node;
}
