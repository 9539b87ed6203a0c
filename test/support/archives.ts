import { crc32, gzipSync } from 'node:zlib';
import { Header, type types } from 'tar';

/** An entry as a test writes it down, hostile ones too. */
export interface ArchiveEntry {
  readonly path: string;
  readonly content?: string | Uint8Array;
  /** tar's word for it; a plain file unless given. */
  readonly type?: types.EntryTypeName;
  readonly linksTo?: string;
}

const BLOCK = 512;

/** A `.tar.gz` with these entries in this order, whatever they are. */
export function tarGz(entries: readonly ArchiveEntry[]): Uint8Array {
  const blocks = entries.flatMap(({ path, content = '', type = 'File', linksTo }) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(BLOCK);
    new Header({
      path,
      type,
      size: bytes.length,
      mode: 0o644,
      mtime: new Date(0),
      ...(linksTo !== undefined && { linkpath: linksTo }),
    }).encode(header);
    return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

/** A `.zip` with these entries, not compressed; a link is one by its mode, as Unix tools write it. */
export function zip(entries: readonly ArchiveEntry[]): Uint8Array {
  let offset = 0;
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  for (const { path, content = '', type, linksTo } of entries) {
    const name = Buffer.from(path);
    const bytes = Buffer.from(linksTo ?? content);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(bytes), 0);
    sizes.writeUInt32LE(bytes.length, 4);
    sizes.writeUInt32LE(bytes.length, 8);
    const common = Buffer.concat([uint16(20, 0x0800, 0, 0, 0x21), sizes, uint16(name.length, 0)]);
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, bytes]);
    const mode = type === 'SymbolicLink' ? 0o120777 : path.endsWith('/') ? 0o040755 : 0o100644;
    central.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        uint16(0x031e),
        common,
        uint16(0, 0, 0, 0, mode),
        uint32(offset),
        name,
      ]),
    );
    local.push(head);
    offset += head.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.concat([
    Buffer.from('PK\x05\x06'),
    uint16(0, 0, entries.length, entries.length),
    uint32(directory.length, offset),
    uint16(0),
  ]);
  return Buffer.concat([...local, directory, end]);
}

function uint16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  values.forEach((value, index) => bytes.writeUInt16LE(value, 2 * index));
  return bytes;
}

function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32LE(value, 4 * index));
  return bytes;
}
