import type { FaultKind } from '../../domain/finding.js';
import {
  DISTRIBUTION_OF_FIXTURE,
  DISTRIBUTION_OF_OPTION,
  SERVICE_AT_PORT,
  SERVICE_OF_CLIENT,
} from './known-plugins-and-services.js';
import type { FaultPlace } from './fault-place.js';

/** One failure, as it is matched: `ErrorType: message`, with the paths of its frames. */
export interface FaultText {
  readonly text: string;
  readonly paths: readonly string[];
}

/** How one fault shows; the first rule that fits a failure explains it. */
export interface FaultRule {
  readonly kind: FaultKind;
  readonly pattern: RegExp;
  /** What is missing, from the match; undefined when the failure is the code's own after all. */
  readonly what: (match: RegExpExecArray, place: FaultPlace, failure: FaultText) => string | undefined;
}

const first = (match: RegExpExecArray) => match[1] ?? match[0];
const always = (what: string) => () => what;

export const FAULT_RULES: readonly FaultRule[] = [
  {
    kind: 'disk-full',
    pattern: /No space left on device|\[Errno 28\]|Disk quota exceeded/,
    what: always('disk'),
  },
  {
    kind: 'out-of-memory',
    pattern: /^MemoryError|Cannot allocate memory|more memory than its sandbox has/,
    what: always('memory'),
  },
  { kind: 'missing-system-library', pattern: /(\S+\.so[\w.]*): cannot open shared object file/, what: first },
  { kind: 'missing-system-library', pattern: /Library not loaded: (\S+)/, what: first },
  { kind: 'missing-system-library', pattern: /no library called "([^"\s]+)" was found/, what: first },
  {
    kind: 'missing-system-library',
    pattern: /No module named '(_(?:ctypes|sqlite3|ssl|bz2|lzma|tkinter|curses|dbm|gdbm)|tkinter)'/,
    what: first,
  },
  { kind: 'missing-pytest-plugin', pattern: /unrecognized arguments: (.*)/, what: pluginOfOptions },
  { kind: 'missing-pytest-plugin', pattern: /Missing required plugins: ([\w-]+)/, what: first },
  {
    kind: 'missing-pytest-plugin',
    pattern: /Error importing plugin "([\w.]+)"/,
    what: (match, place) => (place.isOwn(first(match)) ? undefined : first(match).replaceAll('_', '-')),
  },
  {
    kind: 'missing-pytest-plugin',
    pattern: /fixture '(\w+)' not found/,
    what: match => DISTRIBUTION_OF_FIXTURE.get(first(match)),
  },
  {
    kind: 'missing-pytest-plugin',
    pattern: /'(\w+)' not found in `markers` configuration option/,
    what: match => DISTRIBUTION_OF_FIXTURE.get(first(match)),
  },
  {
    kind: 'missing-pytest-plugin',
    pattern: /async def functions? (and no async plugin|are not natively supported)/,
    what: always('pytest-asyncio'),
  },
  {
    kind: 'missing-system-tool',
    pattern: /Command '?\[?'?([\w./-]+)[^]* returned non-zero exit status 127/,
    what: first,
  },
  {
    kind: 'absent-submodule',
    pattern: /[^]*/,
    what: ([text], place) => place.submodules.find(path => mentions(text, path)),
  },
  {
    kind: 'lfs-pointer',
    pattern: /[^]*/,
    what: ([text], place, { paths }) =>
      place.lfsPointers.find(path => paths.includes(path) || mentions(text, path)),
  },
  {
    kind: 'lfs-pointer',
    pattern:
      /^(UnpicklingError: invalid load key, 'v'|BadGzipFile: .*b've'|(JSON)?DecodeError: Expecting value: line 1 column 1|BadZipFile|ReadError|UnidentifiedImageError|DatabaseError: file is not a database|.*file signature not found|Error: file does not start with RIFF)/,
    what: (_, place) => place.lfsPointers[0],
  },
  {
    kind: 'missing-c-extension',
    pattern: /cannot import name '(\w+)' from (?:partially initialized module )?'([\w.]+)'/,
    what: ([, name = '', module = ''], place) => place.compiledModule(`${module}.${name}`),
  },
  {
    kind: 'missing-c-extension',
    pattern: /No module named '([\w.]+\.\w+)'/,
    what: (match, place) => place.compiledModule(first(match)),
  },
  {
    kind: 'wrong-interpreter',
    pattern: /requires a different Python: (.*)|requires Python '?([<>=!~][^']*)/,
    what: (_, place) => place.interpreter,
  },
  {
    kind: 'wrong-interpreter',
    pattern: /cannot import name '(\w+)' from '([\w.]+)'/,
    what: ([, name = '', module = ''], place) => place.unmetBy(module, name),
  },
  {
    kind: 'wrong-interpreter',
    pattern: /No module named '(\w+)'/,
    what: (match, place) => place.unmetBy(first(match)),
  },
  {
    kind: 'wrong-interpreter',
    pattern: /^SyntaxError: /,
    what: (match, place, failure) =>
      place.isNewerSyntax(match.input, failure.paths) ? place.interpreter : undefined,
  },
  {
    kind: 'missing-metadata',
    pattern: /PackageNotFoundError: (?:No package metadata was found for )?'?([\w.-]+)/,
    what: first,
  },
  { kind: 'missing-metadata', pattern: /DistributionNotFound: The '([\w.-]+)/, what: first },
  {
    kind: 'missing-distribution',
    pattern: /No module named '([\w.]+)'/,
    what: (match, place) => place.foreignModule(first(match)),
  },
  {
    kind: 'missing-service',
    pattern: /(?:[Rr]efused|[Cc]onnect|[Uu]nreachable|[Tt]imed? ?out)[^]*/,
    what: ({ input }, _, { paths }) => serviceAtPort(input) ?? serviceOfClient(input, paths),
  },
  {
    kind: 'missing-service',
    pattern: /OperationalError: (?:could not connect to|connection to) server|could not translate host name/,
    what: always('PostgreSQL'),
  },
  { kind: 'missing-service', pattern: /Can't connect to (?:local )?MySQL server/, what: always('MySQL') },
  { kind: 'missing-service', pattern: /^ServerSelectionTimeoutError/, what: always('MongoDB') },
  {
    kind: 'missing-service',
    pattern: /^(redis\.exceptions\.ConnectionError|ConnectionError: Error -?\d+ connecting to)/,
    what: always('Redis'),
  },
  { kind: 'missing-service', pattern: /^(AMQPConnectionError|pika\.)/, what: always('RabbitMQ') },
  { kind: 'missing-service', pattern: /^(NoBrokersAvailable|KafkaConnectionError)/, what: always('Kafka') },
  {
    kind: 'no-network',
    pattern:
      /^(socket\.)?gaierror|Name or service not known|Temporary failure in name resolution|Network is unreachable|Failed to resolve '|getaddrinfo failed|No address associated with hostname|nodename nor servname/,
    what: ({ input }) => /(?:host=|resolve )'([\w.-]+)'/.exec(input)?.[1] ?? 'the network',
  },
  {
    kind: 'missing-system-tool',
    pattern: /^FileNotFoundError: .*No such file or directory: '([\w.+-]+)'/,
    what: (match, place, { paths }) => place.missingTool(first(match), paths),
  },
  { kind: 'missing-system-tool', pattern: /Bad git executable|GitCommandNotFound/, what: always('git') },
  { kind: 'missing-system-tool', pattern: /(?:^|: )([\w.+-]+): (?:command )?not found$/, what: first },
];

function pluginOfOptions(match: RegExpExecArray): string | undefined {
  const words = first(match).split(/[\s=]+/);
  return DISTRIBUTION_OF_OPTION.find(([option]) => words.some(word => option.test(word)))?.[1];
}

/** A refusal that names no port, seen through a client's own code. */
function serviceOfClient(text: string, paths: readonly string[]): string | undefined {
  if (!/[Rr]efused|[Uu]nreachable/.test(text)) return undefined;
  const packages = paths.flatMap(path => /site-packages\/(\w+)/.exec(path)?.[1] ?? []);
  return packages.flatMap(name => SERVICE_OF_CLIENT.get(name) ?? []).at(-1);
}

function serviceAtPort(text: string): string | undefined {
  const port = /(?:\bport[ =:]+|:|, )(\d{4,5})\b/.exec(text)?.[1];
  return port === undefined ? undefined : SERVICE_AT_PORT.get(port);
}

/** Whether a message is about a path, or a module or file that bears its last name. */
function mentions(text: string, path: string): boolean {
  const name = path.split('/').at(-1) ?? path;
  if (text.includes(path)) return true;
  return (
    name.length > 3 && (text.includes(`/${name}`) || text.includes(`'${name}'`) || text.includes(`'${name}.`))
  );
}
