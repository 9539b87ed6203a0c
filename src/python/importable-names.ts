import { distributionName } from './distribution-name.js';

/** Import names of distributions that are called otherwise, of those that a suite may stand on. */
const DIFFERING: Readonly<Record<string, readonly string[]>> = {
  attrs: ['attr', 'attrs'],
  beautifulsoup4: ['bs4'],
  grpcio: ['grpc'],
  'opencv-python': ['cv2'],
  pillow: ['PIL'],
  protobuf: ['google'],
  psycopg2: ['psycopg2'],
  'psycopg2-binary': ['psycopg2'],
  pycryptodome: ['Crypto'],
  pyjwt: ['jwt'],
  pytest: ['pytest', '_pytest', 'py'],
  'pytest-asyncio': ['pytest_asyncio'],
  'python-dateutil': ['dateutil'],
  'python-dotenv': ['dotenv'],
  pyyaml: ['yaml', '_yaml'],
  'scikit-learn': ['sklearn'],
  setuptools: ['setuptools', 'pkg_resources', '_distutils_hack'],
  'typing-extensions': ['typing_extensions'],
};

/** What every environment has besides what was asked for: pytest, what it stands on, and what measures it. */
const ALWAYS = ['pytest', 'pluggy', 'iniconfig', 'packaging', 'pygments', 'coverage', 'pip', 'setuptools'];
const ALWAYS_NAMES = ['exceptiongroup', 'tomli'];

/**
 * Top-level names that are importable where these distributions (`name==version`) are installed, by their names and
 * by what is known of those that are called otherwise.
 */
export function importableNames(distributions: readonly string[]): ReadonlySet<string> {
  const names = [...ALWAYS, ...distributions].map(distributionName).flatMap(name => {
    const plain = name.replaceAll('-', '_');
    return DIFFERING[name] ?? [plain, plain.replace(/^(python|py)_/, '')];
  });
  return new Set([...names, ...ALWAYS_NAMES]);
}
