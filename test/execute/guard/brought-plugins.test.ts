import { describe, expect, it } from '@jest/globals';
import {
  broughtFindings,
  broughtPlugins,
  withoutPlugins,
} from '../../../src/execute/guard/brought-plugins.js';

describe('plug-ins that a change brings', () => {
  const environment = {
    ...{ id: 'e', digest: 'd', interpreter: '3.11.2', distributions: [] },
    plugins: [
      { distribution: 'pytest_mock', name: 'pytest_mock' },
      { distribution: 'hider', name: 'hide' },
    ],
  };

  it('are those of distributions that the base does not install, and are not loaded', () => {
    const brought = broughtPlugins(environment, { distributions: ['pytest-mock==3.1', 'pytest==9'] });
    expect(brought).toEqual([{ distribution: 'hider', name: 'hide' }]);
    expect(withoutPlugins(brought)).toEqual(['-p', 'no:hide']);
    expect(broughtFindings(brought)).toMatchObject([{ kind: 'restored', subject: 'hider' }]);
  });

  it('are none where the environment has none', () => {
    expect(broughtPlugins({ ...environment, plugins: [] }, { distributions: [] })).toEqual([]);
  });
});
