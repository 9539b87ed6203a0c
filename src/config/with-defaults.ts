import type { SandboxDriver } from '../ports/sandbox.js';
import type { EnvironmentVariables } from './variables.js';

/** A command's flags win over the environment; the data folder, which is the home by default, depends on who is running. */
export function withDefaults(
  environment: EnvironmentVariables,
  flags: { readonly database?: string | undefined; readonly sandbox?: SandboxDriver | undefined },
  dataFolder: string,
): EnvironmentVariables {
  return {
    ...environment,
    CODEFACE_HOME: environment['CODEFACE_HOME'] || dataFolder,
    ...(flags.database !== undefined && { CODEFACE_DATABASE: flags.database }),
    ...(flags.sandbox !== undefined && { CODEFACE_SANDBOX: flags.sandbox }),
  };
}
