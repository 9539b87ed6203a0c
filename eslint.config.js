import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Where effects may begin; everywhere else the clock, ids and randomness are handed in. */
const EDGE = ['src/adapters/**', 'src/cli/**', 'src/{cli,compose,index,worker}.ts'];

const AMBIENT = ['process', 'fetch', 'crypto', 'performance', 'setTimeout', 'setInterval', 'setImmediate'];
const RANDOM = ['getRandomValues', 'randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID'];
const NODE_GLOBALS = ['process', 'console', 'performance', 'setTimeout', 'URL'];
const INJECT = 'It makes a result depend on when or where it ran: take it as a port or a parameter.';

export default tseslint.config(
  { ignores: ['dist', 'coverage', 'fixtures', 'node_modules', '.codeface', 'codeface-demo'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: EDGE,
    rules: {
      'no-restricted-globals': ['error', ...AMBIENT.map(name => ({ name, message: INJECT }))],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: INJECT },
        { object: 'Math', property: 'random', message: INJECT },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: INJECT },
      ],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'node:crypto', importNames: RANDOM, message: INJECT }] },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { globals: Object.fromEntries(NODE_GLOBALS.map(name => [name, 'readonly'])) },
  },
);
