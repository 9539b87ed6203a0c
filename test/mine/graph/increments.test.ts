import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readOne } from '../../../src/python/outline/read-one.js';
import { readTree } from '../../support/graph-of.js';
import type { FileReading, UnreadFile } from '../../../src/ports/file-reader.js';

/** A reader that keeps what it read by content, as mining does. */
function keepingReader() {
  const kept = new Map<string, FileReading>();
  let fresh = 0;
  const read = async (files: readonly UnreadFile[]) =>
    files.map(file => {
      const key = `${/test/.test(file.path)} ${Buffer.from(file.bytes).toString()}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      fresh += 1;
      const reading = readOne(file);
      kept.set(key, reading);
      return reading;
    });
  return { read, freshlyRead: () => fresh };
}

const MODULES = [
  'pkg/__init__.py',
  'pkg/a.py',
  'pkg/b.py',
  'pkg/sub/__init__.py',
  'pkg/sub/c.py',
  'tests/test_a.py',
];
const name = fc.constantFrom('f', 'g', 'h', 'Base', 'Child', 'LIMIT', 'a', 'b');
const source = fc.constantFrom('.a', '.b', '.', 'pkg', 'pkg.a', 'pkg.sub.c', '.sub', 'pkg.sub');
const statement = fc.oneof(
  fc.tuple(source, name).map(([module, one]) => `from ${module} import ${one}`),
  source.filter(one => !one.startsWith('.')).map(module => `import ${module}`),
  source.map(module => `from ${module} import *`),
  fc.tuple(name, name).map(([one, other]) => `def ${one}(x): return ${other}(x).${one}()`),
  fc
    .tuple(name, name)
    .map(
      ([one, base]) =>
        `class ${one}(${base}):\n    def f(self): return self.g(${base})\n    def g(self): ...`,
    ),
  fc.tuple(name, name).map(([one, other]) => `${one} = ${other}()`),
  fc.tuple(name, name).map(([one, other]) => `pkg.${one}.${other}()`),
  name.map(one => `__all__ = ["${one}"]`),
  name.map(one => `def test_${one}(): ${one}()`),
  fc.constantFrom('x = "pkg.a.f"', 'open("data.txt")', 'def ('),
);
const text = fc.array(statement, { maxLength: 5 }).map(parts => parts.join('\n'));
const edit = fc.record({ path: fc.constantFrom(...MODULES, 'pkg/data.txt'), text: fc.option(text) });

describe('the graph after edits', () => {
  it('is the graph from scratch, whatever was kept and in whatever order files are listed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async edits => {
        const keeping = keepingReader();
        const files = new Map<string, Uint8Array>();
        for (const { path, text: content } of edits) {
          if (content === null) files.delete(path);
          else files.set(path, Buffer.from(content));
          const after = await readTree(files, keeping.read);
          const reversed = new Map([...files].reverse());
          expect(after).toEqual(await readTree(reversed, async unread => unread.map(readOne)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('reads only the files that changed', async () => {
    const keeping = keepingReader();
    const files = new Map(MODULES.map(path => [path, Buffer.from(`# ${path}\ndef f(): pass\n`)]));
    await readTree(files, keeping.read);
    files.set('pkg/a.py', Buffer.from('def g(): pass\n'));
    await readTree(files, keeping.read);
    expect(keeping.freshlyRead()).toBe(MODULES.length + 1);
  });
});
