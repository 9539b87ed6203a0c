import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseHoldSet } from '../../src/config/hold-set-file.js';
import { CodefaceError } from '../../src/domain/errors.js';

const DIGEST = 'AB'.repeat(32);

function problems(text: string): string {
  try {
    parseHoldSet(text, 'hold.yml');
  } catch (error) {
    if (error instanceof CodefaceError && error.code === 'configuration') return error.message;
    throw error;
  }
  return '';
}

describe('a hold set file', () => {
  it('is read from YAML and from JSON', () => {
    const expected = [
      {
        why: 'an evaluation',
        repositories: ['acme/tools', 'https://git.example/acme/tools.git', 'ada/tools'],
        names: ['tools'],
        descriptions: [],
        paths: ['tools/retry.py'],
        contents: [DIGEST.toLowerCase()],
      },
    ];
    const yaml = `projects:
  - repository: acme/tools
    why: an evaluation
    urls: [https://git.example/acme/tools.git]
    forks: [ada/tools]
    names: [tools]
    paths: [tools/retry.py]
    contents: ["sha256:${DIGEST}"]
`;
    const json = {
      projects: [
        {
          repository: 'acme/tools',
          why: 'an evaluation',
          urls: ['https://git.example/acme/tools.git'],
          forks: ['ada/tools'],
          names: ['tools'],
          paths: ['tools/retry.py'],
          contents: [DIGEST],
        },
      ],
    };
    expect(parseHoldSet(yaml, 'hold.yml')).toEqual(expected);
    expect(parseHoldSet(JSON.stringify(json), 'hold.json')).toEqual(expected);
    expect(parseHoldSet('projects: []', 'hold.yml')).toEqual([]);
  });

  it('is refused with everything that is wrong with it', () => {
    const text = `projects:
  - repository: tools
    paths: [setup.py, "*/*"]
    contents: [abc]
  - why: nothing
  - names: [a]
    nmaes: [b]
`;
    expect(problems(text).split('\n')).toEqual([
      'The hold set hold.yml needs attention:',
      '- projects: 0: repository: must be owner/name or an address',
      expect.stringMatching(/^- projects: 0: paths: 0: must have a folder and a name/),
      expect.stringMatching(/^- projects: 0: paths: 1: must have a folder and a name/),
      '- projects: 0: contents: 0: must be a SHA-256 in hexadecimal',
      '- projects: 1: says nothing that a project could be known by',
      expect.stringMatching(/^- projects: 2: .*nmaes/),
    ]);
  });

  it.each(['', 'projects', '{', '- a', 'projects: [&a [*a]]', 'held: []'])(
    'is refused when it is %j',
    text => {
      expect(problems(text)).toMatch(/^The hold set hold\.yml needs attention:\n- /);
    },
  );

  it('ends in that error whatever it holds', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => problems(text) !== ''));
  });
});
