export { analyseScopes } from './analyse-scopes.js';
export { occurrencesOf, resolveName, type ModuleScopes, type Occurrence, type Scope } from './scope.js';
