import type { Alternative, Annotation } from './read-annotation.js';

/** How well a value annotated one way serves where another annotation stands. */
export type Fit = 'same' | 'compatible' | 'unknown' | 'incompatible';

/** Names that stand for any type on either side. */
export type TypeVariables = ReadonlySet<string>;

const ITERABLE = 'Iterable Collection Container Sized Reversible';
/** Nominal and structural supertypes that annotations commonly name (PEP 484 and `collections.abc`). */
const SUPERTYPES: Readonly<Record<string, string>> = {
  bool: 'int float complex Hashable',
  int: 'float complex Hashable',
  float: 'complex Hashable',
  str: `Sequence Hashable ${ITERABLE}`,
  bytes: `Sequence Hashable Buffer ${ITERABLE}`,
  datetime: 'date Hashable',
  Path: 'PurePath PathLike Hashable',
  list: `MutableSequence Sequence ${ITERABLE}`,
  tuple: `Sequence Hashable ${ITERABLE}`,
  deque: `MutableSequence Sequence ${ITERABLE}`,
  dict: `MutableMapping Mapping ${ITERABLE}`,
  OrderedDict: `dict MutableMapping Mapping ${ITERABLE}`,
  defaultdict: `dict MutableMapping Mapping ${ITERABLE}`,
  Counter: `dict MutableMapping Mapping ${ITERABLE}`,
  set: `MutableSet Set_ Collection ${ITERABLE}`,
  frozenset: `Set_ Collection Hashable ${ITERABLE}`,
  MutableMapping: `Mapping ${ITERABLE}`,
  Mapping: ITERABLE,
  MutableSequence: `Sequence ${ITERABLE}`,
  Sequence: ITERABLE,
  Generator: 'Iterator Iterable',
  Iterator: 'Iterable',
  Collection: 'Iterable Container Sized',
  date: 'Hashable',
  Decimal: 'Hashable',
  type: 'Callable Hashable',
  None: 'Hashable',
};
const KNOWN = new Set([
  ...Object.keys(SUPERTYPES),
  ...Object.values(SUPERTYPES).flatMap(names => names.split(' ')),
  ...'complex time timedelta Callable Awaitable Coroutine AsyncIterator AsyncIterable Pattern UUID'.split(
    ' ',
  ),
]);
/** Types that a class of anybody's own may well implement. */
const PROTOCOLS = new Set(
  `Callable Iterator Hashable Sequence Mapping MutableMapping Awaitable PathLike Buffer ${ITERABLE}`.split(
    ' ',
  ),
);

/** Whether a value of the type `given` serves where `wanted` is annotated. What is not known is let through. */
export function accepts(
  wanted: Annotation | undefined,
  given: Annotation | undefined,
  variables: TypeVariables,
): Fit {
  if (wanted === undefined || given === undefined) return 'unknown';
  if (canonical(wanted) === canonical(given)) return 'same';
  const fits = given.map(one => best(wanted.map(other => acceptsOne(other, one, variables))));
  return worst(fits);
}

function acceptsOne(wanted: Alternative, given: Alternative, variables: TypeVariables): Fit {
  const isOpen = ({ name }: Alternative) =>
    name === 'Any' || name === 'object' || isVariable(name, variables);
  if (isOpen(wanted)) return 'compatible';
  if (isOpen(given)) return 'unknown';
  if (wanted.name === given.name) return acceptsArguments(wanted, given, variables);
  const supertypes = (SUPERTYPES[given.name] ?? '').split(' ');
  if (supertypes.includes(wanted.name)) return 'compatible';
  const known = [wanted, given].filter(({ name }) => KNOWN.has(name));
  if (known.length === 2) return 'incompatible';
  // Classes of the two repositories: related or not, nothing here can tell.
  return known.every(({ name }) => PROTOCOLS.has(name)) ? 'unknown' : 'incompatible';
}

/** Arguments are compared both ways: variance is not worth refusing a component over. */
function acceptsArguments(wanted: Alternative, given: Alternative, variables: TypeVariables): Fit {
  if (wanted.args.length === 0 || given.args.length === 0) return 'compatible';
  if (wanted.name === 'tuple' || wanted.args.length !== given.args.length) return 'unknown';
  return worst(
    wanted.args.map((argument, index) => {
      const other = given.args[index];
      if (isParameterList(argument) && isParameterList(other)) {
        const [a, b] = [argument[0]?.args ?? [], other?.[0]?.args ?? []];
        return a.length === b.length
          ? worst(a.map((one, at) => eitherWay(one, b[at], variables)))
          : 'incompatible';
      }
      return eitherWay(argument, other, variables);
    }),
  );
}

function eitherWay(a: Annotation, b: Annotation | undefined, variables: TypeVariables): Fit {
  return best([accepts(a, b, variables), accepts(b, a, variables)]);
}

function isParameterList(annotation: Annotation | undefined): boolean {
  return annotation?.length === 1 && annotation[0]?.name === '[]';
}

/** Declared type variables, and what reads like one: `T`, `KT`, `_T_co`. */
function isVariable(name: string, variables: TypeVariables): boolean {
  return name === '...' || variables.has(name) || /^_?[A-Z]{1,2}\d?(_co|_contra)?$/.test(name);
}

function canonical(annotation: Annotation): string {
  return annotation
    .map(({ name, args }) => (args.length === 0 ? name : `${name}[${args.map(canonical).join(',')}]`))
    .sort()
    .join('|');
}

const ORDER: readonly Fit[] = ['same', 'compatible', 'unknown', 'incompatible'];

function best(fits: readonly Fit[]): Fit {
  return ORDER[Math.min(...fits.map(fit => ORDER.indexOf(fit)), ORDER.length - 1)] ?? 'incompatible';
}

function worst(fits: readonly Fit[]): Fit {
  return ORDER[Math.max(...fits.map(fit => ORDER.indexOf(fit)), 0)] ?? 'same';
}
