import type { Execution } from '../../domain/execution.js';
import type { Finding } from '../../domain/finding.js';
import type { Environment, PytestPlugin } from '../../ports/sandbox.js';
import { distributionName } from '../../python/distribution-name.js';

/**
 * The plug-ins that pytest would load because of what a change asks to be installed: they were not there when the base was
 * judged, and a plug-in can say anything of a test.
 */
export function broughtPlugins(
  environment: Environment,
  base: Pick<Execution, 'distributions'>,
): readonly PytestPlugin[] {
  const there = new Set(base.distributions.map(distributionName));
  return (environment.plugins ?? []).filter(({ distribution }) => !there.has(distributionName(distribution)));
}

/** Words for pytest that keep plug-ins from being loaded. */
export function withoutPlugins(plugins: readonly PytestPlugin[]): readonly string[] {
  return plugins.flatMap(({ name }) => ['-p', `no:${name}`]);
}

/** What is told of them. */
export function broughtFindings(plugins: readonly PytestPlugin[]): readonly Finding[] {
  return [...new Set(plugins.map(({ distribution }) => distribution))].map(distribution => ({
    kind: 'restored',
    subject: distribution,
    message: `The suite ran without the pytest plug-in of ${distribution}, which the base does not install: plug-ins judge a change and are no part of it.`,
    remedy: 'Declare it apart from this, and judge it by itself.',
  }));
}
