import type { AdaptationProposal, Attempt, Mapping } from '../../src/domain/adaptation.js';
import type { Primitive } from '../../src/domain/primitive.js';
import type { CapabilityRequirement } from '../../src/domain/requirement.js';
import type { ExportedSymbol } from '../../src/domain/signature.js';
import { exportedSymbols } from '../../src/python/exported-symbols.js';
import { residentInput } from '../../src/residents/resident-input.js';
import type { ResidentInput } from '../../src/residents/resident.js';
import { parsePython } from '../../src/syntax/parse-python.js';

/** Exports as a stub states them. */
export function exportsOf(stub: string): readonly ExportedSymbol[] {
  return exportedSymbols(parsePython(stub));
}

/** A requirement for one module, its interface as a stub or as symbols. */
export function requirementFor(
  module: string,
  interface_: string | readonly ExportedSymbol[],
  options: {
    readonly path?: string;
    readonly mayAssume?: readonly string[];
    readonly behaviour?: string;
  } = {},
): CapabilityRequirement {
  const exports = typeof interface_ === 'string' ? exportsOf(interface_) : interface_;
  return {
    id: `r:${module}`,
    module,
    path: options.path ?? `${module.replaceAll('.', '/')}.py`,
    exports,
    behaviour: options.behaviour ?? '',
    mayAssume: options.mayAssume ?? [],
    dependsOn: [],
    origin: 'request-interface',
    retrievalRequest: '',
  };
}

/** What a resident is given for a requirement, after these attempts. */
export function requestFor(
  primitive: Primitive,
  requirement: CapabilityRequirement,
  attempts: readonly Attempt[] = [],
): ResidentInput {
  const pair = { requirementId: requirement.id, primitiveId: primitive.id };
  const past = attempts.map(attempt => ({ ...attempt, ...pair }));
  return residentInput(primitive, requirement, { requirements: [requirement] }, past);
}

/** An attempt that the target's suite refused. */
export function refused(mapping: Mapping): Attempt {
  return { mapping, outcome: 'refused', diagnostics: [] };
}

/** A delivered file's text below its provenance. */
export function bodyOf(proposal: AdaptationProposal, path: string): string {
  const file = [...proposal.files, ...proposal.testFiles].find(candidate => candidate.path === path);
  if (file === undefined) throw new Error(`${path} was not delivered: ${proposal.reason}`);
  return file.content.replace(/^(#[^\n]*\n)*# SPDX-License-Identifier: [^\n]*\n\r?\n?/, '');
}
