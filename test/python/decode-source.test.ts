import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { decodeSource } from '../../src/python/decode-source.js';
import { readModules } from '../../src/mine/read/read-modules.js';
import { sliceModule } from '../../src/python/slicing/slice.js';
import { treeOfFiles } from '../support/mined.js';

/** What CPython makes of source files: the value of `x` after running each, by `repr`, or `no Python`. */
function valuesInPython(sources: readonly Uint8Array[]): readonly string[] {
  const program = [
    'import base64, json, sys',
    'def value(source):',
    '    scope = {}',
    '    try: exec(compile(base64.b64decode(source), "m", "exec"), scope)',
    '    except (SyntaxError, ValueError): return "no Python"',
    '    return ascii(scope["x"])',
    'print(json.dumps([value(one) for one in json.load(sys.stdin)]))',
  ].join('\n');
  const input = JSON.stringify(sources.map(source => Buffer.from(source).toString('base64')));
  return JSON.parse(execFileSync('python3', ['-c', program], { input, encoding: 'utf8' })) as string[];
}

const source = (encoding: string, content: Uint8Array) =>
  Buffer.concat([Buffer.from(`# -*- coding: ${encoding} -*-\nx = "`), content, Buffer.from('"\n')]);

const SINGLE_BYTE = [
  ...['latin-1', 'ISO_8859_1', 'iso-8859-2', 'iso8859-5', 'iso-8859-7', 'iso-8859-15', 'latin2'],
  ...['cp1250', 'windows-1251', 'cp1252', 'cp1254', 'koi8-r', 'koi8-u', 'cp866', 'ascii', 'utf-8'],
];
/** Bytes of texts, as Python writes them. */
const MANY_BYTES: readonly (readonly [string, string])[] = [
  ['euc-jp', 'c6fccbdcb8eca1c1a1ddf8'.slice(0, 20)],
  ['shift_jis', '93fa967b8cea8160817c'],
  ['cp932', '93fa967b8cea8160'],
  ['gbk', 'd6d0cec4a1a4a1aa'],
  ['gb2312', 'd6d0cec4a1a4a1aa'],
  ['gb18030', 'd6d0cec48130813081'.slice(0, 16)],
  ['euc-kr', 'c7d1b1b9'],
  ['utf-8', 'c3a9e697a5'],
];

describe('the text of a source file', () => {
  it('holds the strings that Python reads, in whatever encoding it declares', () => {
    const files = [
      ...SINGLE_BYTE.flatMap(encoding =>
        Array.from({ length: 128 }, (_, index) => source(encoding, Uint8Array.of(0x80 + index))),
      ),
      ...MANY_BYTES.map(([encoding, hex]) => source(encoding, Buffer.from(hex, 'hex'))),
    ];
    const meant = valuesInPython(files);
    const decoded = files.map(file => {
      const read = decodeSource(file);
      return Buffer.from('text' in read ? read.text : '(');
    });
    expect(valuesInPython(decoded)).toEqual(meant);
    expect(meant.filter(value => value !== 'no Python').length).toBeGreaterThan(1400);
  });

  it.each<readonly [string, string]>([
    ['the first line', '# coding: latin-1\nx = "\xe9"\n'],
    [
      'the second line, after an interpreter',
      '#!/usr/bin/env python\n# vim: set fileencoding=latin-1 :\nx = "\xe9"\n',
    ],
    ['the second line, after a blank one', '\r\n# coding=latin-1\r\nx = "\xe9"\r\n'],
    ['after a form feed', '\f # coding: latin-1\nx = "\xe9"\n'],
  ])('follows a declaration in %s', (_title, text) => {
    const file = Buffer.from(text, 'latin1');
    const read = decodeSource(file);
    expect(read).toEqual({ text: text.replace('latin-1', 'utf-8') });
    expect(valuesInPython([Buffer.from('text' in read ? read.text : '')])).toEqual(valuesInPython([file]));
  });

  it.each<readonly [string, string]>([
    ['in the third line', '\n\n# coding: latin-1\nx = 1\n'],
    ['below code', 'x = 1\n# coding: latin-1\n'],
    ['in a string', '"# coding: latin-1"\nx = 1\n'],
  ])('follows no declaration %s', (_title, text) => {
    expect(decodeSource(Buffer.from(text))).toEqual({ text });
  });

  it.each<readonly [string, Uint8Array, string]>([
    [
      'bytes that are no UTF-8',
      Buffer.from('x = "\xe9"\n', 'latin1'),
      'it is not UTF-8 and declares no encoding (PEP 263); save it as UTF-8',
    ],
    [
      'bytes that are not what it declares',
      Buffer.from('# coding: ascii\nx = "\xe9"\n', 'latin1'),
      'it is not valid ascii, the encoding that it declares; save it as UTF-8',
    ],
    [
      'an encoding that nobody has',
      Buffer.from('# coding: klingon\nx = 1\n'),
      'it declares the encoding "klingon", which is not read here; save it as UTF-8',
    ],
    [
      'an encoding that is a trick',
      Buffer.from('# coding: rot13\nk = 1\n'),
      'it declares the encoding "rot13", which is not read here; save it as UTF-8',
    ],
    [
      'two encodings',
      Buffer.from('\ufeff# coding: latin-1\nx = 1\n'),
      'it has a UTF-8 byte-order mark and declares "latin-1"; remove one of them',
    ],
    [
      'UTF-16',
      Buffer.from('\ufeffx = 1\n', 'utf16le'),
      'it is UTF-16, which Python does not read; save it as UTF-8',
    ],
    ['NUL bytes', Buffer.from('x = 1\0\n'), 'it contains NUL bytes, so it is not Python'],
  ])('is refused for %s', (_title, bytes, reason) => {
    expect(decodeSource(bytes)).toEqual({ reason });
  });

  it('keeps a byte-order mark, and has a line break for every lone carriage return', () => {
    expect(decodeSource(Buffer.from('\ufeffx = 1\ry = """a\rb"""\r\n'))).toEqual({
      text: '\ufeffx = 1\ny = """a\nb"""\r\n',
    });
  });
});

describe('a slice of a file in another encoding', () => {
  it('gives Python the same strings', () => {
    const text = '#!/usr/bin/python\n# -*- coding: cp1252 -*-\n\ny = 1\n\nx = "\x80 caf\xe9"\n';
    const [module] = readModules(treeOfFiles({ 'm.py': Buffer.from(text, 'latin1') })).modules;
    if (module === undefined) throw new Error('the file was skipped');
    const unit = module.units.find(({ binds }) => binds.has('x'));
    if (unit === undefined) throw new Error('nothing binds x');
    const slice = sliceModule(module, [{ kind: 'unit', module, unit }]);
    expect(slice.text).toBe('#!/usr/bin/python\n# -*- coding: utf-8 -*-\n\nx = "€ café"\n');
    expect(valuesInPython([Buffer.from(slice.text)])).toEqual(valuesInPython([Buffer.from(text, 'latin1')]));
  });
});
