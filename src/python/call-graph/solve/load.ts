import * as FLOW from '../flow/module-flow.js';
import { REFLECTED } from './instructions.js';
import type { Machine } from './machine.js';
import { CLASS, DICT, FUNCTION, INTEGER, LIST, SET, STRING, TUPLE } from './objects.js';
import type { ProgramModule } from './program.js';
import type { Solver } from './solver.js';

const KINDS = [LIST, TUPLE, SET, DICT];

/** Places of nodes (n), strings (s) and scopes (c) among the words of instructions that have a fixed form. */
const FORMS: Readonly<Record<number, string>> = {
  [FLOW.COPY]: 'nn',
  [FLOW.LOAD]: 'nsnc',
  [FLOW.STORE]: 'nsnc',
  [FLOW.ITEM]: 'nsnc',
  [FLOW.ITEM_AT]: 'nnnc',
  [FLOW.SET_ITEM]: 'nsnc',
  [FLOW.SET_ITEM_AT]: 'nnnc',
  [FLOW.SLICE]: 'niinc',
  [FLOW.ITERATE]: 'nnci',
  [FLOW.UNPACK]: 'ninc',
  [FLOW.UNPACK_REST]: 'niinc',
  [FLOW.MAKE]: 'nii',
  [FLOW.CONSTANT]: 'ns',
  [FLOW.IMPORT]: 'nsi',
  [FLOW.IMPORT_FROM]: 'nsis',
  [FLOW.IMPORT_ALL]: 'si',
  [FLOW.GLOBAL]: 'ns',
  [FLOW.ENTER]: 'nnci',
  [FLOW.OPERATE]: 'nnssinc',
  [FLOW.ABSORB]: 'nnc',
  [FLOW.RAISE]: 'nc',
  [FLOW.AWAIT]: 'nnc',
  [FLOW.YIELD_FROM]: 'nnnc',
  [FLOW.CATCH]: 'nn',
};

/** Brings the files of a program into a machine: nodes, strings and scopes get numbers of the whole program. */
export class Loader {
  private readonly imports: (() => void)[] = [];
  private readonly decorated = new Map<number, number>();

  constructor(
    private readonly machine: Machine,
    private readonly solver: Solver,
  ) {}

  load(): void {
    this.machine.program.modules.forEach((module, index) => this.loadModule(module, index));
    // Names of every module are there now; star imports first, since names may come through them.
    for (const link of this.imports) link();
  }

  private loadModule(module: ProgramModule, index: number): void {
    const { machine } = this;
    const { flow } = module;
    const strings = flow.strings.map(text => machine.strings.intern(text));
    const nodes = machine.graph.reserve(flow.nodes);
    const scopes = machine.scopes.length;
    for (let at = 0; at < flow.scopes.length; at += 3) {
      const parent = flow.scopes[at] as number;
      const below = flow.strings[flow.scopes[at + 1] as number] ?? '';
      const name = below === '' ? module.name : module.name === '' ? below : `${module.name}.${below}`;
      machine.scopes.push({
        module: index,
        parent: parent < 0 ? -1 : scopes + parent,
        name: machine.strings.intern(name),
        isFunction: flow.scopes[at + 2] === 1,
        function: -1,
        class: -1,
      });
    }
    const names = new Map<number, number>();
    for (let at = 0; at < flow.names.length; at += 2)
      names.set(strings[flow.names[at] as number] as number, nodes + (flow.names[at + 1] as number));
    machine.moduleNames[index] = names;
    this.loadCode(flow.code, index, { strings, nodes, scopes });
  }

  private loadCode(
    code: Int32Array,
    module: number,
    base: { readonly strings: readonly number[]; readonly nodes: number; readonly scopes: number },
  ): void {
    const { machine } = this;
    const node = (at: number) => {
      const local = code[at] as number;
      return local === 0 ? 0 : base.nodes + local;
    };
    const string = (at: number) => base.strings[code[at] as number] as number;
    for (let at = 0; at < code.length;) {
      const operation = code[at] as number;
      const form = FORMS[operation];
      if (form !== undefined) {
        if (operation === FLOW.COPY) machine.graph.flow(node(at + 1), node(at + 2));
        else {
          const words = [operation];
          for (let place = 0; place < form.length; place += 1) {
            const sort = form[place];
            const word = at + 1 + place;
            if (sort === 'n') words.push(node(word));
            else if (sort === 's') words.push(string(word));
            else if (sort === 'c') words.push(base.scopes + (code[word] as number));
            else words.push(code[word] as number);
          }
          this.begin(words, module);
        }
        at += 1 + form.length;
      } else if (operation === FLOW.CALL) {
        const count = code[at + 5] as number;
        const words = [
          operation,
          node(at + 1),
          node(at + 2),
          base.scopes + (code[at + 3] as number),
          code[at + 4] as number,
          count,
        ];
        for (let index = 0; index < count; index += 1) {
          const word = at + 6 + 3 * index;
          const kind = code[word] as number;
          words.push(
            kind,
            kind === FLOW.ARGUMENT.keyword ? string(word + 1) : node(word + 1),
            node(word + 2),
          );
        }
        if (words[4] === FLOW.CALLED.asDecorator) this.decorate(words[2] as number, words[7] as number);
        machine.watchWith(words[1] as number, words);
        at += 6 + 3 * count;
      } else if (operation === FLOW.FUNCTION) {
        const count = code[at + 6] as number;
        const scope = base.scopes + (code[at + 2] as number);
        const parameters: number[] = [];
        for (let index = 0; index < count; index += 1) {
          const word = at + 7 + 3 * index;
          parameters.push(string(word), code[word + 1] as number, node(word + 2));
        }
        const number = machine.functions.length;
        machine.functions.push({
          scope,
          returns: node(at + 3),
          yields: node(at + 4),
          flags: code[at + 5] as number,
          parameters,
          passes: [],
        });
        const record = machine.scopes[scope];
        if (record !== undefined) record.function = number;
        this.solver.actions.parameters.prepare(number);
        machine.graph.add(node(at + 1), machine.objects.of(FUNCTION, number));
        at += 7 + 3 * count;
      } else if (operation === FLOW.PASS) {
        const record = machine.scopes[base.scopes + (code[at + 1] as number)];
        machine.functions[record?.function ?? -1]?.passes.push(node(at + 2));
        at += 3;
      } else at = this.loadClass(code, at, node, string, base.scopes);
    }
  }

  private loadClass(
    code: Int32Array,
    at: number,
    node: (at: number) => number,
    string: (at: number) => number,
    scopes: number,
  ): number {
    const { machine } = this;
    const scope = scopes + (code[at + 2] as number);
    const baseCount = code[at + 3] as number;
    const count = code[at + 4 + baseCount] as number;
    const first = at + 5 + baseCount;
    const number = machine.classes.length;
    const object = machine.objects.of(CLASS, number);
    const names = new Set<number>();
    for (let index = 0; index < count; index += 1) {
      const name = string(first + 2 * index);
      names.add(name);
      machine.graph.flow(node(first + 2 * index + 1), machine.field(object, name));
    }
    machine.classes.push({ scope, bases: Array.from({ length: baseCount }, () => []), names });
    const record = machine.scopes[scope];
    if (record !== undefined) record.class = number;
    for (let place = 0; place < baseCount; place += 1)
      this.solver.watchBase(number, place, node(at + 4 + place));
    machine.graph.add(node(at + 1), object);
    return first + 2 * count;
  }

  /** Takes note of what a decorator is applied to, through those below it. */
  private decorate(result: number, given: number): void {
    const [definition = this.decorated.get(given)] = this.machine.graph.of(given);
    if (definition === undefined) return;
    this.decorated.set(result, definition);
    this.machine.graph.limits.narrow(result, definition);
  }

  private constant(key: number): number {
    const { objects, strings } = this.machine;
    const text = strings.text(key);
    const container = ['list', 'tuple', 'set', 'dict'].indexOf(text);
    // Number 0 is the container of numbers alone: see `Containers`.
    if (container >= 0) return objects.of(KINDS[container] as number, 0, -1);
    return objects.of(text.startsWith('s') ? STRING : INTEGER, key);
  }

  /** Makes an instruction of a fixed form ready to act. */
  private begin(words: readonly number[], module: number): void {
    const { machine, solver } = this;
    const { graph, strings } = machine;
    const [operation, first = 0, second = 0, third = 0, fourth = 0] = words;
    switch (operation) {
      case FLOW.MAKE:
        return graph.add(first, machine.newContainer(KINDS[second] as number, third));
      case FLOW.CONSTANT:
        return graph.add(first, this.constant(second));
      case FLOW.IMPORT_ALL:
        return solver.actions.modules.addStar(module, strings.text(first), second);
      case FLOW.IMPORT:
        this.imports.push(() => {
          const found = machine.program.resolve(
            machine.program.modules[module] as ProgramModule,
            strings.text(second),
            0,
          );
          graph.add(first, solver.actions.modules.object(found.name));
        });
        return;
      case FLOW.IMPORT_FROM:
        this.imports.push(() =>
          graph.flow(solver.actions.modules.imported(module, strings.text(second), third, fourth), first),
        );
        return;
      case FLOW.GLOBAL:
        this.imports.push(() => graph.flow(solver.actions.modules.global(module, second), first));
        return;
      case FLOW.OPERATE: {
        const at = machine.append(words);
        machine.watch(first, at);
        machine.watchWith(second, [REFLECTED, at]);
        return;
      }
      default:
        machine.watchWith(first, words);
    }
  }
}
