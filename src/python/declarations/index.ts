export { declaredDistributions, type DeclaredDistributions } from './declared-distributions.js';
export { declaredEntryPoints } from './entry-points.js';
export { INSTALLATION_MS, LARGE_INSTALLATION_MS } from './large-wheels.js';
export { planEnvironment, type EnvironmentPlan, type EnvironmentSettings } from './plan-environment.js';
export { projectMetadata } from './metadata/project-metadata.js';
export { versionFiles } from './metadata/version-files.js';
export { readDeclarations, type Declarations } from './read-declarations.js';
export type { ServiceHint } from './sources/services.js';
export type { DeclaredRequirement } from './wanted.js';
