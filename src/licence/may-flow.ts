import { isPermissive, mayBeConveyedUnder, offeredBy } from './compatibility.js';
import { type LicenceExpression, type LicenceTerm, parseExpression, termsOf } from './expression.js';
import { OWNER_LICENCE } from './owner-licence.js';

/** Whether code may enter, and why, as a sentence for people. */
export interface FlowDecision {
  readonly allowed: boolean;
  readonly reason: string;
}

/**
 * Whether code under the licence `from` may become part of a project under `into`, both SPDX expressions; `into` is
 * undefined when the project states none. Of `A OR B` either may be taken, of `A AND B` both must be allowed. A
 * project that offers several licences must still be able to offer each of them afterwards. What is unknown is
 * refused; a project without a known licence is open to permissive code alone. What nobody said may be taken
 * (`LicenseRef-Owner`) flows between repositories of one owner only, whatever the project is under: `isOwners` says
 * whether they are.
 */
export function mayFlow(from: string, into: string | undefined, isOwners = false): FlowDecision {
  const incoming = parseExpression(from);
  if (incoming === undefined) return refuse(`"${from}" is not an SPDX licence expression.`);
  const project = into === undefined ? undefined : parseExpression(into);
  const stated = into === undefined ? 'states no licence' : `states "${into}", which is no SPDX expression`;
  return decide(incoming, term => {
    if (term.id === OWNER_LICENCE) return withinOwner(isOwners);
    return project === undefined ? intoUnlicensed(term, stated) : intoProject(term, termsOf(project));
  });
}

function withinOwner(isOwners: boolean): FlowDecision {
  return isOwners
    ? allow('It states no licence that we know, and both repositories are of one owner.')
    : refuse("It states no licence that we know: only its owner's other repositories may take it.");
}

function decide(expression: LicenceExpression, one: (term: LicenceTerm) => FlowDecision): FlowDecision {
  if ('id' in expression) return one(expression);
  const left = decide(expression.left, one);
  const right = decide(expression.right, one);
  // OR is settled by the first part that is allowed, AND by the first that is not.
  const settling = expression.conjunction === 'or';
  if (left.allowed === settling) return left;
  if (right.allowed === settling) return right;
  return { allowed: !settling, reason: `${left.reason} ${right.reason}` };
}

function intoUnlicensed({ id }: LicenceTerm, stated: string): FlowDecision {
  return isPermissive(id)
    ? allow(`${id} is permissive, and only permissive code may enter a project that ${stated}.`)
    : refuse(`Only permissive code may enter a project that ${stated}; ${id} is not known to be.`);
}

function intoProject(term: LicenceTerm, offers: readonly LicenceTerm[]): FlowDecision {
  // A reference is to a text in its own repository: the same one elsewhere may mean another licence.
  if (/^(LicenseRef|DocumentRef)-/.test(term.id))
    return refuse(`${term.id} is a licence of its own repository's making, whose terms are not known.`);
  const obstacle = offers.find(offer => !permits(term, offer));
  if (obstacle !== undefined)
    return refuse(`${term.id} code may not become part of a project under ${nameOf(obstacle)}.`);
  return allow(
    `${term.id} code may become part of a project under ${[...new Set(offers.map(nameOf))].join(', ')}.`,
  );
}

/** An exception of the incoming code only adds permissions and may be left behind; one of the project must be kept. */
function permits(term: LicenceTerm, offer: LicenceTerm): boolean {
  const conveyable = offeredBy(offer.id).every(condition => mayBeConveyedUnder(term.id, condition));
  return (
    conveyable &&
    (offer.exception === undefined || isPermissive(term.id) || term.exception === offer.exception)
  );
}

function nameOf({ id, exception }: LicenceTerm): string {
  return exception === undefined ? id : `${id} WITH ${exception}`;
}

const allow = (reason: string): FlowDecision => ({ allowed: true, reason });
const refuse = (reason: string): FlowDecision => ({ allowed: false, reason });
