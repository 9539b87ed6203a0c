import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { ReachingTest } from '../cut/suite.js';
import type { TestCase } from '../cut/test-cases.js';
import { offeredNames } from '../offered-names.js';
import { definitionIn, isImplementation } from '../roles.js';
import type { ClosureIndex } from './closure-index.js';
import { linesOf } from './lines-inside.js';
import { DefinitionReach, type DefinitionSet } from './definition-reach.js';
import type { Executed } from './executed-units.js';

/** A test, and where what it needs begins. */
export interface RootedTest {
  readonly test: TestCase;
  readonly roots: readonly SliceNode[];
}

/** The functions of some statements that a test was seen in, by number, and how many of the implementation it was seen in. */
export interface FunctionsSeen {
  readonly own: readonly number[];
  readonly all: number;
}

/** The tests by what they need of the implementation, as static analysis and running them show it. */
export class TestIndex {
  readonly tests: readonly ReachingTest[];
  private readonly rootsByTest = new Map<ReachingTest, readonly number[]>();
  private readonly reached = new Map<ReachingTest, DefinitionSet>();
  private readonly frontiers = new Map<ReachingTest, readonly SliceNode[]>();
  private takers: ReadonlyMap<SliceNode, readonly ReachingTest[]> | undefined;
  private readonly byDefinition = new Map<SliceNode, readonly ReachingTest[]>();
  private readonly definitions: DefinitionReach;

  constructor(
    readonly closures: ClosureIndex,
    tests: readonly RootedTest[],
    private readonly executed: Executed = new Map(),
  ) {
    this.tests = tests.map(({ test, roots }) => {
      const reaching = new LazilyReaching(test, roots, closures);
      const numbers = roots.map(node => closures.numberOf(node));
      this.rootsByTest.set(reaching, numbers);
      return reaching;
    });
    this.definitions = new DefinitionReach(closures, [...this.rootsByTest.values()].flat(), number =>
      isDefinition(closures.nodeOf(number)),
    );
    for (const [test, roots] of this.rootsByTest) this.reached.set(test, this.definitions.reachedBy(roots));
  }

  /** The tests that need a function or class of the implementation, or were seen in it, in the order of the suite. */
  reaching(definition: SliceNode): readonly ReachingTest[] {
    const known = this.byDefinition.get(definition);
    if (known !== undefined) return known;
    const reaching = this.tests.filter(test => this.reaches(test, definition));
    this.byDefinition.set(definition, reaching);
    return reaching;
  }

  /** Whether a test was seen in a function or class when its suite was run. */
  executes({ test }: ReachingTest, definition: SliceNode): boolean {
    return this.executed.get(test.id)?.has(definition) === true;
  }

  /** Numbers of the functions in these statements that a test was seen in, and in how many it was seen at all. */
  functionsIn({ test }: ReachingTest, nodes: ReadonlySet<SliceNode>): FunctionsSeen {
    const own: number[] = [];
    let all = 0;
    for (const [node, numbers] of this.executed.get(test.id) ?? []) {
      if (!isImplementation(node)) continue;
      all += numbers.length;
      if (nodes.has(node)) own.push(...numbers);
    }
    return { own, all };
  }

  /** Whether a test was run and seen in none of these; of one that was not run, an example say, nobody knows. */
  passesBy(test: ReachingTest, definitions: readonly SliceNode[]): boolean {
    return this.executed.has(test.test.id) && !definitions.some(one => this.executes(test, one));
  }

  /**
   * Whether a test needs a function or class of the implementation; to have been in it is enough, since no static analysis
   * sees through every dispatch.
   */
  reaches(test: ReachingTest, definition: SliceNode): boolean {
    if (this.executes(test, definition)) return true;
    const reached = this.reached.get(test);
    return reached === undefined
      ? test.needs.has(definition)
      : this.definitions.holds(reached, this.closures.numberOf(definition));
  }

  /** What a test needs of the implementation. */
  needsOf(test: ReachingTest): readonly SliceNode[] {
    return [...test.needs].filter(isImplementation);
  }

  /** Of nodes, those of the implementation. */
  implementationIn(nodes: Iterable<SliceNode>): readonly SliceNode[] {
    return [...nodes].filter(isImplementation);
  }

  /**
   * So many lines of the implementation a test needs besides what is `reached`, which holds all that its nodes need;
   * imports do not count. Beyond `most` the count ends early.
   */
  linesBeyond(test: ReachingTest, reached: ReadonlySet<SliceNode>, most: number): number {
    let lines = 0;
    this.closures.reach(this.rootsByTest.get(test) ?? [], number => {
      const node = this.closures.nodeOf(number);
      if (reached.has(node)) return false;
      if (isImplementation(node) && !isWay(node)) lines += linesOf([node]);
      return lines <= most;
    });
    return lines;
  }

  /** The imports by which tests come to what they need of the implementation. */
  waysOf(tests: readonly ReachingTest[]): readonly SliceNode[] {
    const roots = tests.flatMap(test => this.rootsByTest.get(test) ?? []);
    return this.closures
      .reach(roots, number => this.leadsOn(number))
      .map(number => this.closures.nodeOf(number))
      .filter(node => isImplementation(node) && isWay(node));
  }

  /**
   * What of the implementation a test takes up first: what it needs beyond is needed by these. The imports by which it
   * comes to them are none of them.
   */
  frontierOf(test: ReachingTest): readonly SliceNode[] {
    const known = this.frontiers.get(test);
    if (known !== undefined) return known;
    const frontier = this.closures
      .reach(this.rootsByTest.get(test) ?? [], number => this.leadsOn(number))
      .filter(number => !this.leadsOn(number))
      .map(number => this.closures.nodeOf(number));
    this.frontiers.set(test, frontier);
    return frontier;
  }

  /** The tests that take something of the implementation up first, in the order of the suite. */
  takingUp(node: SliceNode): readonly ReachingTest[] {
    this.takers ??= this.testsByFrontier();
    return this.takers.get(node) ?? [];
  }

  private testsByFrontier(): ReadonlyMap<SliceNode, readonly ReachingTest[]> {
    const takers = new Map<SliceNode, ReachingTest[]>();
    for (const test of this.tests)
      for (const node of this.frontierOf(test)) {
        const known = takers.get(node);
        if (known === undefined) takers.set(node, [test]);
        else known.push(test);
      }
    return takers;
  }

  /** Whether a node is the suite's, or only leads to others. */
  private leadsOn(number: number): boolean {
    const node = this.closures.nodeOf(number);
    return !isImplementation(node) || isWay(node);
  }
}

/** Whether a node only leads to others: an import, or a file that must be there for it. */
export function isWay(node: SliceNode): boolean {
  return node.kind === 'import' || node.kind === 'module';
}

function isDefinition(node: SliceNode): boolean {
  if (node.kind !== 'unit' || !isImplementation(node)) return false;
  return (
    definitionIn(node.module, node.unit) !== undefined || offeredNames(node.module, node.unit).length > 0
  );
}

/** A test whose needs are worked out when they are asked for: together they would not fit into memory. */
class LazilyReaching implements ReachingTest {
  constructor(
    readonly test: TestCase,
    private readonly roots: readonly SliceNode[],
    private readonly closures: ClosureIndex,
  ) {}

  get needs(): ReadonlySet<SliceNode> {
    return this.closures.closure(this.roots);
  }
}
