/** @type {import('jest').Config} */
export default {
  // A file that leaves something running fails, and cannot hold the run.
  testEnvironment: '<rootDir>/test/support/tidy-environment.mjs',
  globalTeardown: '<rootDir>/test/support/end-run.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  // Sources name their siblings as the compiled files will be called.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  testTimeout: 60_000,
  maxWorkers: 2,
};
