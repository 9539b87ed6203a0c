import type { Exclusion } from '../../domain/mined.js';
import type { Primitive } from '../../domain/primitive.js';
import type { ProposedWords } from '../components/proposals.js';
import type { DraftGroup } from '../drafts.js';
import { contentKey } from '../identity.js';
import type { PlannedExports } from '../plans.js';
import { contentOf, drawingOf, type Redrawing } from './redrawing.js';

/** An admitted primitive with what its component was drawn around. */
export interface Admission {
  readonly primitive: Primitive;
  readonly exports: PlannedExports;
}

/** What came of redrawings when they were validated. */
export interface Standing {
  readonly admitted: readonly Admission[];
  /** The plans that evidence drew and nothing that stands replaces. */
  readonly left: readonly PlannedExports[];
  /** So many redrawings stand. */
  readonly stood: number;
}

/** Tells of those that a round of validation admitted what they were drawn around; validation keeps the interface as drawn. */
export function admissionsOf(
  groups: readonly DraftGroup[],
  admitted: readonly Primitive[],
): readonly Admission[] {
  const drawn = new Map(groups.map(({ component, drafts }) => [component.interface, drafts[0]]));
  return admitted.flatMap(primitive => {
    const draft = drawn.get(primitive.interface);
    return draft === undefined ? [] : [{ primitive, exports: draft.cut.boundary.exports }];
  });
}

/**
 * A redrawing stands when each of its plans was admitted just as it was proposed: undivided, and no duplicate. All else
 * is left as evidence drew it, and what was admitted of a redrawing that does not stand is forgotten, so that no
 * capability is in two components.
 */
export function standing(
  redrawings: readonly Redrawing[],
  drawn: readonly PlannedExports[],
  tried: readonly Admission[],
): Standing {
  const admitted = new Map(tried.map(one => [drawingOf(one.exports), one]));
  const stand = redrawings.filter(({ after }) => after.every(plan => admitted.has(drawingOf(plan))));
  const replaced = new Set(stand.flatMap(({ before }) => before));
  return {
    admitted: stand.flatMap(({ after }) => after.flatMap(plan => admitted.get(drawingOf(plan)) ?? [])),
    left: drawn.filter(plan => !replaced.has(plan)),
    stood: stand.length,
  };
}

/**
 * What stands and what evidence drew, together: of components of one module with the same code and tests, the one that
 * stands is kept, as among those that were validated together. What was proposed to say is told with the contract.
 */
export function together(
  stands: readonly Admission[],
  rest: readonly Admission[],
  words: ReadonlyMap<string, ProposedWords>,
): { readonly admitted: readonly Primitive[]; readonly excluded: readonly Exclusion[] } {
  const standing = new Map(stands.map(({ primitive }) => [placeOf(primitive), primitive.name]));
  const excluded = rest.flatMap(({ primitive }): readonly Exclusion[] => {
    const twin = standing.get(placeOf(primitive));
    if (twin === undefined) return [];
    const reason = `it is the same code with the same tests as ${twin}`;
    return [{ name: primitive.name, reason, kind: 'duplicate' }];
  });
  const kept = rest.filter(({ primitive }) => !standing.has(placeOf(primitive)));
  const admitted = [...stands, ...kept].map(({ primitive, exports }) =>
    withWords(primitive, words.get(contentOf(exports))),
  );
  return { admitted, excluded };
}

function placeOf(primitive: Primitive): string {
  return `${primitive.interface.module} ${primitive.sourceRoot} ${contentKey(primitive)}`;
}

/** The contract with what was proposed as its last line, which says so: all others are told by code, tests and docs. */
function withWords(primitive: Primitive, words: ProposedWords | undefined): Primitive {
  if (words === undefined) return primitive;
  const { behaviour } = primitive.interface;
  const said = [words.title, words.summary].filter(one => one !== undefined).join(': ');
  const line = `Proposed by a model, not shown by a test: ${said}`;
  return {
    ...primitive,
    interface: { ...primitive.interface, behaviour: behaviour === '' ? line : `${behaviour}\n${line}` },
  };
}
