import type { StoredFile } from '../domain/files.js';
import type { CapabilityRequirement } from '../domain/requirement.js';
import type { ExportedSymbol, Parameter, Signature } from '../domain/signature.js';
import { exportedSymbols } from '../python/exported-symbols.js';
import { analyseScopes } from '../python/scopes/index.js';
import { parsePython } from '../syntax/parse-python.js';

/** What the delivered module lacks of the required exports, one sentence each. */
export function checkExports(
  files: readonly StoredFile[],
  { path, module, exports }: Pick<CapabilityRequirement, 'path' | 'module' | 'exports'>,
): readonly string[] {
  const file = files.find(candidate => candidate.path === path);
  if (file === undefined) return [`\`${path}\` is not delivered.`];
  const tree = parsePython(file.content);
  const { bound } = analyseScopes(tree).module;
  const defined = new Map(exportedSymbols(tree).map(symbol => [symbol.name, symbol]));
  return exports.flatMap(required => {
    if (!bound.has(required.name)) return [`\`${module}\` does not define \`${required.name}\`.`];
    const offered = defined.get(required.name);
    return offered === undefined
      ? []
      : mismatches(offered, required).map(text => `\`${required.name}\` ${text}.`);
  });
}

function mismatches(offered: ExportedSymbol, required: ExportedSymbol): readonly string[] {
  const [own, wanted] = [offered.signature, required.signature];
  const methods = new Set(offered.methods?.map(({ name }) => name));
  const missing = (required.methods ?? []).filter(({ name }) => !methods.has(name));
  return [
    ...missing.map(({ name }) => `has no method \`${name}\``),
    ...(own === undefined || wanted === undefined ? [] : signatureMismatches(own, wanted)),
  ];
}

/** Calls that the required signature allows and the offered one does not. */
function signatureMismatches(own: Signature, wanted: Signature): readonly string[] {
  if (wanted.isInferred === true) return useMismatches(own, wanted);
  const problems: string[] = [];
  if (own.isAsync !== wanted.isAsync) problems.push(own.isAsync ? 'is async' : 'is not async');
  const offered = new Map(own.parameters.map(parameter => [parameter.name, parameter]));
  for (const parameter of wanted.parameters.filter(({ kind }) => !kind.startsWith('var'))) {
    const given = offered.get(parameter.name);
    if (given === undefined) problems.push(`lacks the parameter \`${parameter.name}\``);
    else if (parameter.defaultValue !== undefined && given.defaultValue === undefined)
      problems.push(`demands \`${parameter.name}\`, which has a default`);
    else if (given.kind === 'positional-only' && parameter.kind !== 'positional-only')
      problems.push(`takes \`${parameter.name}\` by position only`);
  }
  const order = positional(wanted).map(({ name }) => name);
  if (
    positional(own)
      .slice(0, order.length)
      .some(({ name }, index) => name !== order[index])
  )
    problems.push(
      `takes its parameters in another order than ${order.map(name => `\`${name}\``).join(', ')}`,
    );
  const names = new Set(wanted.parameters.map(({ name }) => name));
  const extra = own.parameters.find(parameter => !names.has(parameter.name) && isDemanded(parameter));
  if (extra !== undefined) problems.push(`demands \`${extra.name}\`, which no caller gives`);
  return problems;
}

function useMismatches(own: Signature, used: Signature): readonly string[] {
  const isOpen = own.parameters.some(({ kind }) => kind === 'var-positional');
  const takesAny = own.parameters.some(({ kind }) => kind === 'var-keyword');
  const count = used.parameters.filter(({ name }) => name === '').length;
  const names = new Set(own.parameters.map(({ name }) => name));
  const unknown = used.parameters.filter(({ name }) => name !== '' && !names.has(name));
  return [
    ...(!isOpen && positional(own).length < count ? [`takes fewer than ${count} arguments by position`] : []),
    ...(takesAny ? [] : unknown.map(({ name }) => `lacks the parameter \`${name}\``)),
  ];
}

function positional({ parameters }: Signature): readonly Parameter[] {
  return parameters.filter(({ kind }) => kind === 'positional-only' || kind === 'positional-or-keyword');
}

function isDemanded({ defaultValue, kind }: Parameter): boolean {
  return defaultValue === undefined && !kind.startsWith('var');
}
