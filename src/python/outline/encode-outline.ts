import type { ModuleOutline } from './module-outline.js';

/** Changes whenever what outlines hold or mean does: those of another version are not read. */
export const OUTLINE_VERSION = 1;

const TABLES = ['entities', 'imports', 'uses', 'values', 'bindings', 'exports', 'texts'] as const;

/** Version, lines, the length of each table in numbers, that of the words in bytes. */
const HEADER = 2 + TABLES.length + 1;

type SevenTables = [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An outline as bytes, to be sent or kept; its path is not among them, so that a file may be moved. */
export function encodeOutline(outline: ModuleOutline): Uint8Array<ArrayBuffer> {
  const words = encoder.encode(outline.names.join('\n'));
  const numbers = TABLES.reduce((sum, table) => sum + outline[table].length, HEADER);
  const bytes = new Uint8Array(numbers * 4 + words.length);
  const cells = new Int32Array(bytes.buffer, 0, numbers);
  cells[0] = OUTLINE_VERSION;
  cells[1] = outline.lines;
  cells[HEADER - 1] = words.length;
  let at = HEADER;
  TABLES.forEach((table, index) => {
    cells[2 + index] = outline[table].length;
    cells.set(outline[table], at);
    at += outline[table].length;
  });
  bytes.set(words, numbers * 4);
  return bytes;
}

/** The outline that bytes hold, as that of the file at a path; undefined when they are of another version or cut off. */
export function decodeOutline(bytes: Uint8Array, path: string): ModuleOutline | undefined {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  if (aligned.byteLength < HEADER * 4) return undefined;
  const header = new Int32Array(aligned.buffer, aligned.byteOffset, HEADER);
  const lengths = [...header.subarray(2, HEADER)];
  if (header[0] !== OUTLINE_VERSION || lengths.some(length => length < 0)) return undefined;
  const wordBytes = lengths.pop() ?? 0;
  const numbers = lengths.reduce((sum, length) => sum + length, HEADER);
  if (aligned.byteLength !== numbers * 4 + wordBytes) return undefined;
  const cells = new Int32Array(aligned.buffer, aligned.byteOffset, numbers);
  let at = HEADER;
  const tables = lengths.map(length => cells.subarray(at, (at += length)));
  const [entities, imports, uses, values, bindings, exports, texts] = tables as unknown as SevenTables;
  const words = decoder.decode(aligned.subarray(numbers * 4));
  return {
    ...{ path, lines: header[1] ?? 0, names: words.split('\n') },
    ...{ entities, imports, uses, values, bindings, exports, texts },
  };
}
