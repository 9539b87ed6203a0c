import { describe, expect, it } from '@jest/globals';
import { lines, surveyOf } from '../../support/mined.js';

const BODY = 'MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBALRiMLAh9iimur8V';

describe('a test that opens a file with a secret in it', () => {
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

  it('is none where the file only looks for one', () => {
    const { unrunnable } = surveyOf({
      'core.py': core,
      'tests/test_core.py': test,
      'tests/certs/server.key': 'no key\n',
    });
    expect([...unrunnable]).toEqual([]);
  });
});
