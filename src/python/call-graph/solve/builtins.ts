import { CALLED } from '../flow/module-flow.js';
import type { Attributes } from './attributes.js';
import type { ContainerMethods } from './container-methods.js';
import type { Containers } from './containers.js';
import { ATTRIBUTE_NAMED, NEXT_OF, SUPER_OF, TAKE_FROM, TYPE_OF, WRAP } from './instructions.js';
import type { Machine } from './machine.js';
import {
  CLASS,
  DICT,
  FUNCTION,
  INSTANCE,
  LIST,
  PARTIAL,
  SET,
  TUPLE,
  CLASS_METHOD,
  PROPERTY,
  STATIC,
  EXTERNAL,
} from './objects.js';

/** Decorators that only say how a function is bound: using them as such is no call of interest. */
const BINDING = new Set(['staticmethod', 'classmethod', 'property']);

/** Functions that give back a sequence of what another has, in some order. */
const REORDERING = new Set(['sorted', 'reversed', 'list', 'tuple', 'set', 'frozenset', 'iter', 'filter']);

/** The special method that a built-in function calls on its first argument. */
const DELEGATING = new Map([
  ['len', '__len__'],
  ['repr', '__repr__'],
  ['hash', '__hash__'],
  ['abs', '__abs__'],
  ['bool', '__bool__'],
  ['int', '__int__'],
  ['float', '__float__'],
  ['complex', '__complex__'],
  ['round', '__round__'],
  ['bytes', '__bytes__'],
  ['dir', '__dir__'],
  ['format', '__format__'],
  ['reversed', '__reversed__'],
]);

/** External functions that give back their first argument, or wrap it so that calling them calls it. */
const TRANSPARENT = new Set([
  'functools.lru_cache',
  'functools.cache',
  'functools.singledispatch',
  'functools.total_ordering',
  'contextlib.contextmanager',
  'contextlib.asynccontextmanager',
  'copy.copy',
  'copy.deepcopy',
  'abc.abstractmethod',
]);

/** What calling Python's own functions, and those from outside the program, does. */
export class Builtins {
  constructor(
    private readonly machine: Machine,
    private readonly attributes: Attributes,
    private readonly containers: Containers,
    private readonly methods: ContainerMethods,
  ) {}

  /** A call of something from outside the program: an edge, and a value that is named by what made it. */
  callExternal(instruction: number, object: number, value: number, scope: number): void {
    const { graph, objects, strings } = this.machine;
    const name = strings.text(objects.a[object] as number);
    const first = this.machine.positional(instruction, 0);
    this.machine.recordCall(scope, objects.a[object] as number);
    // Whatever a decorator from outside does, calling what it gives ends in what it was given.
    if (this.machine.word(instruction + 4) === CALLED.asDecorator) return this.decorate(name, first, value);
    if (TRANSPARENT.has(name) && first !== 0) return graph.flow(first, value);
    if (name === 'functools.partial') return graph.add(value, objects.of(PARTIAL, instruction));
    if (name === 'typing.cast') return graph.flow(this.machine.positional(instruction, 1), value);
    if (name === 'functools.reduce') this.machine.invoke(first, scope, [0, 0]);
    graph.add(value, object);
  }

  private decorate(name: string, first: number, value: number): void {
    if (name === 'functools.cached_property' || name === 'abc.abstractproperty')
      this.machine.watchWith(first, [WRAP, value, PROPERTY]);
    else this.machine.graph.flow(first, value);
  }

  /** A call of one of Python's own functions or types (the library reference, chapter 2). */
  callBuiltin(instruction: number, name: string): void {
    const { graph, strings } = this.machine;
    const value = this.machine.word(instruction + 2);
    const scope = this.machine.word(instruction + 3);
    const isDecorator = this.machine.word(instruction + 4) === CALLED.asDecorator;
    const first = this.machine.positional(instruction, 0);
    const second = this.machine.positional(instruction, 1);
    if (!(isDecorator && BINDING.has(name)))
      this.machine.recordCall(scope, strings.intern(`<builtin>.${name}`));
    const delegate = DELEGATING.get(name);
    if (delegate !== undefined) this.methods.special(first, scope, delegate);
    if (REORDERING.has(name)) this.reorder(instruction, name, value, scope);
    switch (name) {
      case 'staticmethod':
        return this.machine.watchWith(first, [WRAP, value, STATIC]);
      case 'classmethod':
        return this.machine.watchWith(first, [WRAP, value, CLASS_METHOD]);
      case 'property':
        return this.makeProperty(instruction, first, second, value);
      case 'super':
        return this.callSuper(instruction, value, scope);
      case 'map':
        return this.map(instruction, value, scope);
      case 'max':
      case 'min':
        this.callKey(instruction, scope);
        graph.flow(first, value);
        graph.flow(second, value);
        return this.machine.watchWith(first, [TAKE_FROM, value, scope]);
      case 'sum':
        return this.machine.watchWith(first, [TAKE_FROM, value, scope]);
      case 'any':
      case 'all':
        return this.machine.watchWith(first, [TAKE_FROM, graph.newNode(), scope]);
      case 'next':
        graph.flow(second, value);
        return this.machine.watchWith(first, [NEXT_OF, value, scope]);
      case 'enumerate':
      case 'zip':
        return this.pair(instruction, name, value, scope);
      case 'dict':
        return this.makeDictionary(instruction, value);
      case 'getattr':
        graph.flow(this.machine.positional(instruction, 2), value);
        return this.machine.watchWith(second, [ATTRIBUTE_NAMED, first, value, scope, 0]);
      case 'setattr':
        return this.machine.watchWith(second, [
          ATTRIBUTE_NAMED,
          first,
          this.machine.positional(instruction, 2),
          scope,
          1,
        ]);
      case 'type':
        return this.machine.watchWith(first, [TYPE_OF, value]);
      case 'vars':
        return;
      case 'str':
      case 'repr':
      case 'input':
      case 'format':
      case 'ascii':
      case 'chr':
        if (name === 'str') this.methods.special(first, scope, '__str__', '__repr__');
        return graph.add(value, this.machine.anyString);
      case 'print':
        for (let index = 0, node = first; node !== 0; node = this.machine.positional(instruction, ++index))
          this.methods.special(node, scope, '__str__', '__repr__');
        return;
      case 'range':
        return graph.add(
          value,
          this.containers.made('range', LIST, list =>
            graph.add(this.containers.rest(list), this.machine.anyInteger),
          ),
        );
      case 'isinstance':
      case 'issubclass':
        return;
      case 'int':
      case 'len':
      case 'id':
      case 'ord':
        return graph.add(value, this.machine.anyInteger);
      case 'object':
        return;
    }
  }

  private reorder(instruction: number, name: string, value: number, scope: number): void {
    const { graph } = this.machine;
    const isFilter = name === 'filter';
    const source = this.machine.positional(instruction, isFilter ? 1 : 0);
    const kind = name === 'tuple' ? TUPLE : name === 'set' || name === 'frozenset' ? SET : LIST;
    graph.add(
      value,
      this.containers.made(`reorder ${instruction}`, kind, made => {
        const item = graph.newNode();
        this.machine.watchWith(source, [TAKE_FROM, item, scope]);
        this.containers.add(made, item);
        if (isFilter) {
          this.machine.invoke(this.machine.positional(instruction, 0), scope, [item]);
          this.machine.invoke(source, scope, [item]);
        }
        if (name === 'sorted') this.callKey(instruction, scope, item);
      }),
    );
  }

  private callKey(instruction: number, scope: number, given = 0): void {
    const { graph } = this.machine;
    const key = this.machine.keyword(instruction, 'key');
    if (key === 0) return;
    const item = given === 0 ? graph.newNode() : given;
    if (given === 0)
      this.machine.watchWith(this.machine.positional(instruction, 0), [TAKE_FROM, item, scope]);
    this.machine.invoke(key, scope, [item]);
  }

  /** `map` calls what it is given, whichever of its arguments that is. */
  private map(instruction: number, value: number, scope: number): void {
    const { graph } = this.machine;
    graph.add(
      value,
      this.containers.made(`map ${instruction}`, LIST, made => {
        const items: number[] = [];
        for (let index = 0; this.machine.positional(instruction, index) !== 0; index += 1) {
          const item = graph.newNode();
          this.machine.watchWith(this.machine.positional(instruction, index), [TAKE_FROM, item, scope]);
          items.push(item);
        }
        items.forEach((_, index) => {
          const others = items.filter((_item, other) => other !== index);
          const callee = this.machine.positional(instruction, index);
          this.containers.add(made, this.machine.invoke(callee, scope, others));
        });
      }),
    );
  }

  private pair(instruction: number, name: string, value: number, scope: number): void {
    const { graph, strings } = this.machine;
    graph.add(
      value,
      this.containers.made(`${name} ${instruction}`, LIST, made => {
        const tuple = this.machine.newContainer(TUPLE);
        const shift = name === 'enumerate' ? 1 : 0;
        if (shift === 1)
          this.containers.put(tuple, strings.intern('i:0'), this.machine.nodeOf(this.machine.anyInteger));
        for (let index = 0; this.machine.positional(instruction, index) !== 0; index += 1) {
          if (shift === 1 && index > 0) break;
          const item = graph.newNode();
          this.machine.watchWith(this.machine.positional(instruction, index), [TAKE_FROM, item, scope]);
          this.containers.put(tuple, strings.intern(`i:${index + shift}`), item);
        }
        graph.add(this.containers.rest(made), tuple);
      }),
    );
  }

  private makeDictionary(instruction: number, value: number): void {
    const { graph } = this.machine;
    graph.add(
      value,
      this.containers.made(`dict ${instruction}`, DICT, made => {
        this.methods.update(made, instruction);
      }),
    );
  }

  private makeProperty(instruction: number, first: number, second: number, value: number): void {
    const { objects, graph } = this.machine;
    const getter = first === 0 ? this.machine.keyword(instruction, 'fget') : first;
    const setter = second === 0 ? this.machine.keyword(instruction, 'fset') : second;
    const [set] = graph.of(setter);
    if (set === undefined) return this.machine.watchWith(getter, [WRAP, value, PROPERTY]);
    for (const get of graph.of(getter)) graph.add(value, objects.of(PROPERTY, get, set));
  }

  /** `super()`, whose class and receiver are those of the method around it (PEP 3135), or are given. */
  private callSuper(instruction: number, value: number, scope: number): void {
    const { objects, graph } = this.machine;
    const around = this.attributes.methodAround(scope);
    const given = this.machine.positional(instruction, 0);
    if (given !== 0) {
      for (const object of graph.of(given))
        if (objects.kind(object) === CLASS)
          this.machine.watchWith(this.machine.positional(instruction, 1), [
            SUPER_OF,
            value,
            objects.a[object] as number,
          ]);
      return;
    }
    if (around === undefined) return;
    this.machine.watchWith(around.method.parameters[2] ?? 0, [SUPER_OF, value, around.class]);
  }

  callMethod(instruction: number, object: number): void {
    this.methods.call(instruction, object);
  }

  /** The instruction WRAP: a function becomes a static method, a class method or a property. */
  wrap(instruction: number, object: number): void {
    const { objects, graph } = this.machine;
    const kind = this.machine.word(instruction + 2);
    if (objects.kind(object) === FUNCTION) {
      if (kind === STATIC) this.machine.statics.add(objects.a[object] as number);
      if (kind === CLASS_METHOD) this.machine.classMethods.add(objects.a[object] as number);
    }
    graph.add(this.machine.word(instruction + 1), objects.of(kind, object, kind === PROPERTY ? -1 : 0));
  }

  /** The instruction TYPE_OF: `type(x)`. */
  typeOf(instruction: number, object: number): void {
    const { objects, graph } = this.machine;
    const kind = objects.kind(object);
    if (kind === INSTANCE)
      graph.add(this.machine.word(instruction + 1), objects.of(CLASS, objects.a[object] as number));
    else if (kind === EXTERNAL) graph.add(this.machine.word(instruction + 1), object);
  }
}
