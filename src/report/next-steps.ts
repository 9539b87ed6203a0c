import type { ExclusionKind } from '../domain/mined.js';

/** What a group of exclusions has in common, and what its owner can do about it. */
export interface NextStep {
  readonly title: string;
  readonly step: string;
}

const STEPS: Readonly<Record<ExclusionKind, NextStep>> = {
  'nothing-offered': {
    title: 'Nothing to offer',
    step: 'Mining looks for public functions and classes outside of tests, documentation and set-up files.',
  },
  'no-test': {
    title: 'No test that could come along',
    step: 'Add a test that calls the component by its import and needs little else of the repository.',
  },
  'undeclared-distribution': {
    title: 'Undeclared dependency',
    step: 'Add what is imported to the dependencies in pyproject.toml.',
  },
  'not-installable': {
    title: 'Dependencies that cannot be installed',
    step: 'Loosen or mend the declared versions, or name the package index they come from.',
  },
  'cannot-import': {
    title: 'Cannot be imported alone',
    step: 'Move what it needs at import time into the package, or import it where it is used.',
  },
  'fails-alone': {
    title: 'Does not work alone',
    step: 'Look at the failing test: it relies on state, files or settings outside of the component.',
  },
  'not-judged': {
    title: 'Could not be judged',
    step: 'Its tests crash, hang or report nonsense: make them pass in a process of their own.',
  },
  'unstable-tests': {
    title: 'Unstable tests',
    step: 'Make the tests independent of their order and of the clock.',
  },
  'passes-on-dummy': {
    title: 'Tests that prove nothing',
    step: 'Assert on results: the tests pass though the functions do nothing.',
  },
  'weak-tests': {
    title: 'Weak tests',
    step: 'Assert on more of the behaviour: most small changes to the code go unnoticed.',
  },
  'runner-module': {
    title: 'Part of the test runner',
    step: 'pytest itself runs on this code, so it cannot judge it here. Nothing needs to be done.',
  },
  shadows: {
    title: 'Its modules hide others',
    step: 'Rename the module, or put it into a package, so that it no longer bears the name of something that is installed.',
  },
  'reaches-machinery': {
    title: 'Reaches into its judge',
    step: 'Keep the code apart from frames, tracing and the internals of the test runner.',
  },
  unsettled: {
    title: 'No stable boundary',
    step: 'Each round of validation asked for more: divide the code it hangs together with.',
  },
  duplicate: {
    title: 'The same as another',
    step: 'It is offered by the other primitive. Nothing needs to be done.',
  },
  secret: { title: 'Holds a secret', step: 'Revoke the secret, take it out of the code, and mine again.' },
  licence: { title: 'Licence', step: 'State one licence for the code, in LICENSE and in pyproject.toml.' },
  held: { title: 'On the hold set', step: 'It must not be donated. Ask whoever keeps the hold set.' },
  'too-large': { title: 'Too large', step: 'Divide it: a component is one capability, not the package.' },
};

const OTHER: NextStep = { title: 'Other reasons', step: 'Each reason says what stands in the way.' };

/** In the order that reports tell them: what most repositories can mend first. */
export const KINDS_IN_ORDER = Object.keys(STEPS) as readonly ExclusionKind[];

/** What to tell of exclusions of one kind; of none for those without one. */
export function nextStepFor(kind: ExclusionKind | undefined): NextStep {
  return kind === undefined ? OTHER : (STEPS[kind] ?? OTHER);
}
