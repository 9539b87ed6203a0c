import type { FunctionRecord, Machine, ScopeRecord } from './machine.js';

/** The method whose body a scope is in, through functions within it: its record and its class. */
export function methodAround(
  { scopes, functions }: Machine,
  scope: number,
): { readonly method: FunctionRecord; readonly class: number } | undefined {
  for (let at = scope; at >= 0; at = (scopes[at] as ScopeRecord).parent) {
    const record = scopes[at] as ScopeRecord;
    const outer = record.parent < 0 ? undefined : scopes[record.parent];
    const method = functions[record.function];
    if (record.isFunction && outer !== undefined && outer.class >= 0 && method !== undefined)
      return { method, class: outer.class };
  }
  return undefined;
}
