import type { components } from '@octokit/openapi-types';

/** What a response holds, by the name the description gives it. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
