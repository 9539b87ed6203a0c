import { ENTITY_KINDS, ROOT, USE, relationNumber } from '../../python/outline/module-outline.js';
import { ONE, type EdgeTable } from './edge-table.js';
import type { FixtureFinder } from './fixture-finder.js';
import { NOWHERE } from './name-resolver.js';
import type { Arrival, PathFollower } from './path-follower.js';
import type { Program, ProgramFile } from './program.js';

const CALLS = relationNumber('calls');
const READS = relationNumber('reads');
const WRITES = relationNumber('writes');
const FIXTURE = relationNumber('fixture');
const CLASS = ENTITY_KINDS.indexOf('class');
const METHOD = ENTITY_KINDS.indexOf('method');

/** Methods of one name in more classes than this say nothing of who is called. */
const MOST_NAMESAKES = 6;

/** Methods that the types of the standard library have: a call of one says nothing of ours. */
const COMMON = new Set(
  (
    'add append appendleft as_integer_ratio capitalize casefold center clear close copy count decode difference ' +
    'discard encode endswith exit expandtabs extend extendleft fileno find flush format format_map fromkeys get group ' +
    'groups hex index insert intersection is_integer isalnum isalpha isascii isdecimal isdigit isdisjoint isidentifier ' +
    'islower isnumeric isprintable isspace issubset issuperset istitle isupper items join keys ljust lower lstrip match ' +
    'maketrans partition pop popitem popleft read readable readline readlines remove removeprefix removesuffix replace ' +
    'reverse rfind rindex rjust rotate rpartition rsplit rstrip search seek send setdefault sort span split splitlines ' +
    'start startswith strip sub swapcase tell throw title translate truncate union update upper values write writable ' +
    'writelines zfill'
  ).split(' '),
);

/**
 * Edges for what entities use: E_call, as far as names and their known values tell who is called, and E_data
 * (Code Primitives, equation 18).
 */
export class UseLinker {
  private readonly methods = new Map<number, number[]>();
  private readonly constructorName: number | undefined;
  private readonly callName: number | undefined;

  constructor(
    private readonly program: Program,
    private readonly paths: PathFollower,
    private readonly fixtures: FixtureFinder,
    private readonly edges: EdgeTable,
  ) {
    this.constructorName = program.wordNumber('__init__');
    this.callName = program.wordNumber('__call__');
    for (let entity = 0; entity < program.entityCount; entity += 1) {
      if (program.kindOf[entity] !== METHOD) continue;
      const name = program.nameOf[entity] as number;
      const known = this.methods.get(name);
      if (known === undefined) this.methods.set(name, [entity]);
      else if (known.length <= MOST_NAMESAKES) known.push(entity);
    }
  }

  link(number: number, file: ProgramFile): void {
    const { uses } = file.outline;
    for (let row = 0; row < uses.length; row += USE.width) {
      const kind = uses[row + USE.rootKind] as number;
      const from = file.base + (uses[row + USE.owner] as number);
      const count = uses[row + USE.count] as number;
      if (kind === ROOT.unknown) this.linkNamesakes(from, file.word(uses[row + USE.root] as number), count);
      else if (kind === ROOT.fixture)
        this.linkFixture(number, from, file.word(uses[row + USE.root] as number));
      else this.linkArrival(from, uses[row + USE.relation] as number, this.paths.ofUse(number, row), count);
    }
  }

  private linkArrival(from: number, relation: number, arrival: Arrival, count: number): void {
    const { target, isWhole, isIndirect } = arrival;
    if (target < 0 || this.program.parentOf[target] === -1) return;
    if (isWhole && relation === CALLS) return this.linkCall(from, arrival, count);
    // What is called or touched further on is not known: the way to it was used.
    if (isIndirect && (!isWhole || relation === WRITES)) return;
    const meaning = !isWhole && relation === CALLS ? READS : relation;
    if ((meaning === READS || meaning === WRITES) && this.isAround(target, from)) return;
    this.edges.add(from, target, meaning, count);
  }

  /** To call a class is to call its constructor; to call an instance, its `__call__`. */
  private linkCall(from: number, { target, isInstance }: Arrival, count: number): void {
    const { kindOf } = this.program;
    if (kindOf[target] !== CLASS) return this.edges.add(from, target, CALLS, count);
    if (!isInstance) this.edges.add(from, target, CALLS, count);
    const name = isInstance ? this.callName : this.constructorName;
    const called = name === undefined ? NOWHERE : this.paths.classes.own(target, name);
    if (called !== NOWHERE) this.edges.add(from, called, CALLS, count);
  }

  /** A method of an unknown object may be any of that name; half a call is divided among them. */
  private linkNamesakes(from: number, name: number, count: number): void {
    const namesakes = this.methods.get(name);
    if (namesakes === undefined || namesakes.length > MOST_NAMESAKES) return;
    if (COMMON.has(this.program.words[name] ?? '')) return;
    const units = Math.floor(ONE / 2 / namesakes.length);
    for (const method of namesakes) this.edges.addUnits(from, method, CALLS, units * count);
  }

  private linkFixture(file: number, from: number, name: number): void {
    const fixture = this.fixtures.find(file, name, from);
    if (fixture !== NOWHERE) this.edges.add(from, fixture, FIXTURE);
  }

  private isAround(outer: number, inner: number): boolean {
    const { parentOf } = this.program;
    for (let at = parentOf[inner] as number; at >= 0; at = parentOf[at] as number)
      if (at === outer) return true;
    return false;
  }
}
