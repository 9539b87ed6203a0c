import { describe, expect, it } from '@jest/globals';
import { lines, surveyOf } from '../../support/mined.js';

const BODY = 'MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBALRiMLAh9iimur8V';

describe('a test that brings a secret along', () => {
  const core = 'def serve(key): return len(key)\n';
  const test = lines(
    'from core import serve',
    'def test_key():',
    '    assert serve(open("tests/certs/server.key").read()) > 9',
    'def test_text(): assert serve("ab") == 2',
  );

  it('is left behind, and the others of its file are not', () => {
    const { unrunnable } = surveyOf({
      'core.py': core,
      'tests/test_core.py': test,
      'tests/certs/server.key': lines('-----BEGIN PRIVATE KEY-----', BODY, '-----END PRIVATE KEY-----'),
    });
    expect([...unrunnable]).toEqual([
      ['tests/test_core.py::test_key', 'it opens tests/certs/server.key, which holds a private key'],
    ]);
  });

  it('is left behind where the secret stands in it, not where it stands in another of its class', () => {
    const token = ['ghp', 'Zk3Qw9Rt5Yp7Lm2Nx8Vb4Cj6Hd1Gf0SaUeIo'].join('_');
    const { unrunnable } = surveyOf({
      'core.py': core,
      'tests/test_core.py': lines(
        'from core import serve',
        'class TestServe:',
        '    def test_token(self):',
        `        assert serve("${token}") == 40`,
        '    def test_text(self):',
        '        assert serve("ab") == 2',
      ),
    });
    expect([...unrunnable]).toEqual([
      ['tests/test_core.py::TestServe::test_token', 'tests/test_core.py, line 4, holds a GitHub token'],
    ]);
  });

  it('is none where the file only looks for one', () => {
    const { unrunnable } = surveyOf({
      'core.py': core,
      'tests/test_core.py': test,
      'tests/certs/server.key': 'no key\n',
    });
    expect([...unrunnable]).toEqual([]);
  });
});
