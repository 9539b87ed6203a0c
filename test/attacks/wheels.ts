import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** A member of an archive; `mode` as of a file system, with its type. */
export interface Member {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly mode?: number;
}

/** A distribution as our own index serves it. */
export interface Project {
  readonly name: string;
  readonly fileName: string;
  readonly bytes: () => Uint8Array;
}

const PLAIN_FILE = 0o100644;
const VERSION = '1.0';

/** A pure wheel; the members lie at their paths, whatever those are. */
export function wheel(name: string, members: readonly Member[], metadata = ''): Project {
  const module = name.replaceAll('-', '_');
  const info = `${module}-${VERSION}.dist-info`;
  const record = (paths: readonly string[]) => paths.map(path => `${path},,\n`).join('');
  return {
    name,
    fileName: `${module}-${VERSION}-py3-none-any.whl`,
    bytes: () => {
      const own: Member[] = [
        ...members,
        {
          path: `${info}/METADATA`,
          content: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${VERSION}\n${metadata}`,
        },
        {
          path: `${info}/WHEEL`,
          content: 'Wheel-Version: 1.0\nGenerator: own\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
        },
      ];
      const listed = [...own.map(({ path }) => path), `${info}/RECORD`];
      return zip([...own, { path: `${info}/RECORD`, content: record(listed) }]);
    },
  };
}

/** A source distribution with this `setup.py`. */
export function sourceDistribution(name: string, setup: string, more: readonly Member[] = []): Project {
  const folder = `${name}-${VERSION}`;
  return {
    name,
    fileName: `${folder}.tar.gz`,
    bytes: () =>
      gzipSync(
        tar([
          {
            path: `${folder}/PKG-INFO`,
            content: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${VERSION}\n`,
          },
          { path: `${folder}/setup.py`, content: setup },
          ...more.map(member => ({ ...member, path: `${folder}/${member.path}` })),
        ]),
      ),
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A ZIP archive (APPNOTE 6.3.3), in which paths and modes are whatever they are. */
export function zip(members: readonly Member[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { path, content, mode = PLAIN_FILE } of members) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content as Uint8Array)];
    const packed = deflateRawSync(bytes, { level: constants.Z_BEST_COMPRESSION });
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x0800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(0x58210000, 6);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const central = Buffer.alloc(14);
    central.writeUInt32LE((mode << 16) >>> 0, 6);
    central.writeUInt32LE(offset, 10);
    const local = [Buffer.from('PK\x03\x04'), shared, name, packed];
    parts.push(...local);
    directory.push(Buffer.from('PK\x01\x02\x14\x03'), shared, central, name);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end]);
}

/** A tar archive of plain files (POSIX ustar). */
function tar(members: readonly Member[]): Uint8Array {
  const blocks = members.flatMap(({ path, content, mode = PLAIN_FILE }) => {
    const bytes = Buffer.from(content as Uint8Array);
    const header = Buffer.alloc(512);
    const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`;
    header.write(path, 0);
    header.write(octal(mode & 0o7777, 8) + octal(0, 8) + octal(0, 8), 100);
    header.write(octal(bytes.length, 12) + octal(0, 12) + ' '.repeat(8) + '0', 124);
    header.write('ustar\x0000', 257);
    header.write(
      octal(
        header.reduce((sum, byte) => sum + byte, 0),
        7,
      ) + ' ',
      148,
    );
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
