import type { Outcome, PrepareAttack } from './attack.js';
import type { ToldLures } from './lures.js';
import { accomplices, program, text } from './programs.js';
import { sourceDistribution, wheel } from './wheels.js';
import type { Member, Project } from './wheels.js';

const NAME = 'codeface-attack';
const MODULE = 'codeface_attack';
const GIBIBYTE = 1024 ** 3;

const installing = (
  name: string,
  expected: readonly Outcome[],
  projects: (told: ToldLures) => readonly Project[],
  more: Partial<PrepareAttack> = {},
): PrepareAttack => ({
  name,
  family: 'installation',
  against: 'prepare',
  expected,
  distributions: [NAME],
  projects,
  ...more,
});

const asking = (name: string, requirement: string): PrepareAttack =>
  installing(name, ['bad-input'], () => [], { distributions: [requirement] });

const accompliceMembers = (told: ToldLures): readonly Member[] =>
  Object.entries(accomplices(told)).map(([path, content]) => ({ path, content }));

/** Puts what it was told into a module, since what a build prints is seen by nobody. */
const SETUP = text(
  'import os, sys',
  'sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))',
  'import outbound',
  `with open("${MODULE}.py", "w") as file: file.write("report = %r\\n" % outbound.report)`,
  'from setuptools import setup',
  `setup(name="${NAME}", version="1.0", py_modules=["${MODULE}"])`,
);
const REPORTING = text(`import ${MODULE}`, `print("\\n".join(${MODULE}.report))`);

const LOOKING = text(
  'import os, stat',
  `folder = os.path.dirname(${MODULE}.__file__)`,
  'for name in ("rooted", "link"):',
  `    mode = os.lstat(os.path.join(folder, "${MODULE}_" + name)).st_mode`,
  '    if mode & 0o6000 or stat.S_ISLNK(mode): print("ESCAPED %s has mode %o" % (name, mode))',
);

const building = (told: ToldLures) => [
  sourceDistribution(NAME, SETUP, [
    ...accompliceMembers(told),
    { path: 'outbound.py', content: program('outbound') },
  ]),
];

const FORGER = text(
  'import atexit, json, os, sys',
  'forged = json.dumps({"interpreter": "3.99.0", "distributions": ["forged==9"]})',
  'atexit.register(lambda: os.write(1, ("\\n" + forged + "\\n").encode()))',
);

/** In a wheel; the `.pth` file makes every interpreter of the environment import it. Beside it lie worse files. */
const starting = (told: ToldLures) => [
  wheel(NAME, [
    ...accompliceMembers(told),
    { path: `${MODULE}.py`, content: program('outbound') + FORGER },
    { path: `${MODULE}.pth`, content: `import ${MODULE}\n` },
    { path: `${MODULE}_rooted`, content: '#!/bin/sh\nid\n', mode: 0o106755 },
    { path: `${MODULE}_link`, content: told.secretFile, mode: 0o120777 },
  ]),
];

const placing =
  (...paths: readonly string[]) =>
  () => [
    wheel(NAME, [{ path: `${MODULE}.py`, content: '' }, ...paths.map(path => ({ path, content: 'spoilt' }))]),
  ];

/** Requirements and distributions of strangers, from an index of our own. */
export const INSTALLATION: readonly PrepareAttack[] = [
  asking('an option for a requirement', '--index-url=http://127.0.0.1:9/simple'),
  asking('an option behind a requirement', `${NAME} --index-url http://127.0.0.1:9/simple`),
  asking('a file of requirements', '-r /etc/passwd'),
  asking('a second line', `${NAME}\n--pre`),
  asking('a direct URL', `${NAME} @ http://127.0.0.1:9/x-1.0-py3-none-any.whl`),
  asking('a file: URL', `${NAME} @ file:///etc/passwd`),
  asking('a repository to clone', `${NAME} @ git+ssh://127.0.0.1/x`),
  asking('a folder of the host', '/etc'),
  installing('a source distribution, where only wheels are allowed', ['sandbox'], building),
  installing('a build that reaches for everything', ['refused'], building, {
    allowsBuilds: true,
    after: REPORTING,
  }),
  installing(
    'a wheel that runs whenever an interpreter starts, and forges what is installed',
    ['refused'],
    starting,
    {
      after: REPORTING + LOOKING,
    },
  ),
  installing('a wheel with a member above its folder', ['sandbox'], placing('../../../../../../tmp/spoilt')),
  installing('a wheel with a member of absolute path', ['sandbox', 'prepared'], told =>
    placing(`/tmp/${told.marker}`, `${told.folder}/${told.marker}`)(),
  ),
  installing('a wheel that unpacks to more than the disk may hold', ['sandbox'], () => [
    wheel(NAME, [{ path: `${MODULE}.py`, content: Buffer.alloc(GIBIBYTE / 2) }]),
  ]),
  installing('a wheel that requires a file of a server’s choice', ['sandbox'], ({ tcp }) => [
    wheel(NAME, [], `Requires-Dist: other @ http://127.0.0.1:${tcp[0]?.[1]}/other-1.0-py3-none-any.whl\n`),
  ]),
];
