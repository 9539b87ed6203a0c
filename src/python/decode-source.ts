import { decodeUtf8 } from '../domain/files.js';

/** A Python file's text, or the reason why Python or we could not read it, as the end of a sentence about it. */
export type DecodedSource = { readonly text: string } | { readonly reason: string };

/** As Python looks for it, in the first line or, after a comment or a blank line, in the second (PEP 263). */
const DECLARATION = /^([ \t\f]*#[^\r\n]*?coding[:=][ \t]*)([-\w.]+)/;
const NO_CODE = /^[ \t\f]*(#[^\r\n]*)?$/;
/** A declaration further right is read by nobody. */
const LONGEST_LINE = 2000;

/**
 * The text of a Python source file as Python reads it (PEP 263): by its byte-order mark or declared encoding, UTF-8
 * without one. A declaration of another encoding becomes `utf-8`, so that the text, stored as UTF-8, gives the same
 * strings; a lone carriage return becomes the line break that it is to Python. Lines keep their numbers.
 */
export function decodeSource(bytes: Uint8Array): DecodedSource {
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]))
    return { reason: 'it is UTF-16, which Python does not read; save it as UTF-8' };
  const declared = declarationIn(bytes);
  const name = declared?.name ?? 'utf-8';
  const hasMark = startsWith(bytes, [0xef, 0xbb, 0xbf]);
  const codec = codecOf(name);
  if (codec === undefined)
    return {
      reason: `it declares the encoding ${JSON.stringify(name)}, which is not read here; save it as UTF-8`,
    };
  if (hasMark && codec !== 'utf-8')
    return {
      reason: `it has a UTF-8 byte-order mark and declares ${JSON.stringify(name)}; remove one of them`,
    };
  const text = decode(bytes, codec);
  if (text === undefined)
    return {
      reason:
        declared === undefined
          ? 'it is not UTF-8 and declares no encoding (PEP 263); save it as UTF-8'
          : `it is not valid ${name}, the encoding that it declares; save it as UTF-8`,
    };
  if (text.includes('\0')) return { reason: 'it contains NUL bytes, so it is not Python' };
  const renamed =
    declared === undefined || codec === 'utf-8'
      ? text
      : `${text.slice(0, declared.at)}utf-8${text.slice(declared.at + name.length)}`;
  return { text: renamed.includes('\r') ? renamed.replace(/\r(?!\n)/g, '\n') : renamed };
}

interface Declaration {
  readonly name: string;
  /** Offset of the name; what stands before it is ASCII in every encoding that we read, or of one byte a character. */
  readonly at: number;
}

function declarationIn(bytes: Uint8Array): Declaration | undefined {
  const top = Buffer.from(bytes.subarray(0, 2 * LONGEST_LINE)).toString('latin1');
  const mark = top.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0;
  const [first = ''] = top.slice(mark).split(/\r\n|\r|\n/, 1);
  const inFirst = DECLARATION.exec(first.slice(0, LONGEST_LINE));
  if (inFirst !== null) return { name: inFirst[2] ?? '', at: mark + (inFirst[1]?.length ?? 0) };
  if (!NO_CODE.test(first)) return undefined;
  const breakLength = top.startsWith('\r\n', mark + first.length) ? 2 : 1;
  const start = mark + first.length + breakLength;
  const [second = ''] = top.slice(start).split(/\r|\n/, 1);
  const inSecond = DECLARATION.exec(second.slice(0, LONGEST_LINE));
  if (inSecond === null) return undefined;
  return { name: inSecond[2] ?? '', at: start + (inSecond[1]?.length ?? 0) };
}

/** Python's names for the encodings that are read here, under the name of the decoder. */
const ALIASES: Readonly<Record<string, string>> = {
  ...{ 'utf-8': 'utf-8', utf8: 'utf-8', u8: 'utf-8', utf: 'utf-8', 'utf-8-sig': 'utf-8' },
  ...{ ascii: 'ascii', 'us-ascii': 'ascii', '646': 'ascii' },
  ...{ 'latin-1': 'latin-1', latin1: 'latin-1', latin: 'latin-1', l1: 'latin-1', '8859': 'latin-1' },
  ...{ cp819: 'latin-1', 'iso-8859-1': 'latin-1', 'iso8859-1': 'latin-1', 'iso-latin-1': 'latin-1' },
  ...{ latin2: 'iso-8859-2', l2: 'iso-8859-2', latin9: 'iso-8859-15', 'latin-9': 'iso-8859-15' },
  ...{ cp866: 'ibm866', ibm866: 'ibm866', '866': 'ibm866', 'koi8-r': 'koi8-r', 'koi8-u': 'koi8-u' },
  ...{ gbk: 'gbk', cp936: 'gbk', '936': 'gbk', gb2312: 'gb2312', 'euc-cn': 'gb2312', gb18030: 'gb18030' },
  ...{ 'euc-jp': 'euc-jp', eucjp: 'euc-jp', ujis: 'euc-jp', 'iso-2022-jp': 'iso-2022-jp' },
  ...{ 'shift-jis': 'shift_jis', sjis: 'shift_jis', cp932: 'cp932', ms932: 'cp932' },
  ...{ 'euc-kr': 'euc-kr', euckr: 'euc-kr' },
};

/** The decoder of a declared name, or undefined when there is none; names are compared as Python compares them. */
function codecOf(declared: string): string | undefined {
  const name = declared
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/-(unix|dos|mac)$/, '');
  if (Object.hasOwn(ALIASES, name)) return ALIASES[name];
  const windows = /^(?:cp|windows-)?(125[0-8])$/.exec(name)?.[1];
  if (windows !== undefined) return `windows-${windows}`;
  const iso = /^iso-?8859-([2-8]|1[0345])$/.exec(name)?.[1];
  return iso === undefined ? undefined : `iso-8859-${iso}`;
}

/** Where the platform's decoder gives another character than Python's: what it gives, then what Python gives. */
const JIS = ['\uff5e\u2225\uff0d\uffe0\uffe1\uffe2', '\u301c\u2016\u2212\u00a2\u00a3\u00ac'] as const;
const DIFFERING: Readonly<Record<string, readonly [given: string, meant: string]>> = {
  'euc-jp': JIS,
  'iso-2022-jp': JIS,
  shift_jis: JIS,
  gb2312: ['\u00b7\u2014', '\u30fb\u2015'],
};
const DECODERS: Readonly<Record<string, string>> = { gb2312: 'gbk', cp932: 'shift_jis' };

/** 0x80 to 0x9F of windows-1252, which the platform takes for Latin-1; a space is no character. */
const WINDOWS_1252 =
  '\u20ac \u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152 \u017d  \u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153 \u017e\u0178';

/** The text as Python decodes it, or undefined when the bytes are not of that encoding. */
function decode(bytes: Uint8Array, codec: string): string | undefined {
  if (codec === 'utf-8') return decodeUtf8(bytes);
  const asLatin1 = () => Buffer.from(bytes).toString('latin1');
  if (codec === 'latin-1') return asLatin1();
  if (codec === 'ascii') return bytes.every(byte => byte < 0x80) ? asLatin1() : undefined;
  const text = codec === 'windows-1252' ? fromWindows1252(asLatin1()) : decodeBy(codec, bytes);
  // Bytes that a Windows code page leaves undefined come as control characters, and to Python as an error.
  return text === undefined || (codec.startsWith('windows') && /[\u0080-\u009f]/.test(text))
    ? undefined
    : text;
}

function fromWindows1252(latin1: string): string {
  return latin1.replace(/[\u0080-\u009f]/g, character => {
    const meant = WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? ' ';
    return meant === ' ' ? character : meant;
  });
}

function decodeBy(codec: string, bytes: Uint8Array): string | undefined {
  const [given, meant] = DIFFERING[codec] ?? ['', ''];
  try {
    const text = new TextDecoder(DECODERS[codec] ?? codec, { fatal: true }).decode(bytes);
    return given === ''
      ? text
      : text.replace(new RegExp(`[${given}]`, 'g'), one => meant[given.indexOf(one)] ?? one);
  } catch {
    return undefined;
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
