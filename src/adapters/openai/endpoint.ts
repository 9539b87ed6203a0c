import type { ModelRole } from '../../ports/language-model.js';

/** Who was asked, as an error may name it: the address without credentials, path and query. */
export interface Endpoint {
  readonly origin: string;
  readonly model: string;
  readonly role: ModelRole;
}
