import fc from 'fast-check';
import { lines, MIT_PYPROJECT } from './mined.js';

/** Files of a small project by path. */
export type Project = Readonly<Record<string, string>>;

/** One thing that a commit does to a project; what it is done to is chosen among what there is. */
export type Edit =
  | { readonly kind: 'change' | 'break' | 'remove' | 'rename-file' | 'copy' | 'comment'; readonly at: number }
  | { readonly kind: 'rename'; readonly at: number; readonly to: string }
  | { readonly kind: 'add'; readonly name: string; readonly needs: number }
  | { readonly kind: 'licence'; readonly holder: string }
  | { readonly kind: 'untest'; readonly at: number };

const WORDS = ['reef', 'ebb', 'swell', 'keel'] as const;
const at = fc.nat(99);

export const arbitraryEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constantFrom<'change' | 'break' | 'remove' | 'rename-file' | 'copy' | 'comment'>(
      ...(['change', 'break', 'remove', 'rename-file', 'copy', 'comment'] as const),
    ),
    at,
  }),
  fc.record({ kind: fc.constant('rename' as const), at, to: fc.constantFrom(...WORDS) }),
  fc.record({ kind: fc.constant('add' as const), name: fc.constantFrom(...WORDS), needs: at }),
  fc.record({ kind: fc.constant('licence' as const), holder: fc.constantFrom('Ada', 'Bo') }),
  fc.record({ kind: fc.constant('untest' as const), at }),
);

/** Three modules, of which one uses another, each with its tests. */
export function startingProject(): Project {
  return {
    'pyproject.toml': MIT_PYPROJECT,
    'src/sea/__init__.py': '',
    'src/sea/depth.py': lines('def sound(depth):', '    """Say a depth."""', '    return f"{depth} fathoms"'),
    'src/sea/wind.py': lines('KNOTS = 3', '', 'def blow(force):', '    return force * KNOTS'),
    'src/sea/log.py': lines(
      'from sea.depth import sound',
      '',
      'def enter(depth):',
      '    return ["log", sound(depth)]',
    ),
    'tests/test_depth.py': testsOf('depth', 'sound'),
    'tests/test_wind.py': testsOf('wind', 'blow'),
    'tests/test_log.py': testsOf('log', 'enter'),
  };
}

/** The project after an edit; an edit that finds nothing to do leaves it as it is. */
export function applyEdit(project: Project, edit: Edit): Project {
  const modules = Object.keys(project).filter(
    path => /^src\/sea\/[a-z]+\w*\.py$/.test(path) && !path.includes('__'),
  );
  const pick = (index: number) => modules[index % Math.max(1, modules.length)] ?? '';
  const text = (path: string) => project[path] ?? '';
  switch (edit.kind) {
    case 'change':
      return withText(project, pick(edit.at), code =>
        code.replace(/return .*/, found => `${found.trimEnd()}  or None`),
      );
    case 'break':
      return withText(project, pick(edit.at), code => code.replace('return ', 'return "BROKEN" and '));
    case 'comment':
      return withText(project, pick(edit.at), code => `# Charted again.\n\n${code}`);
    case 'remove': {
      const { [pick(edit.at)]: _, ...rest } = project;
      return rest;
    }
    case 'rename-file': {
      const path = pick(edit.at);
      return path === '' ? project : renamed(project, path, path.replace('.py', 'x.py'));
    }
    case 'copy': {
      const path = pick(edit.at);
      const copy = path.replace('.py', 'copy.py');
      return path === '' ? project : { ...project, [copy]: text(path), ...testFile(copy, text(path)) };
    }
    case 'rename': {
      const name = /def (\w+)/.exec(text(pick(edit.at)))?.[1];
      const word = new RegExp(`\\b${name ?? ' '}\\b`, 'g');
      return Object.fromEntries(
        Object.entries(project).map(([path, code]) => [path, code.replace(word, edit.to)]),
      );
    }
    case 'add': {
      const other = pick(edit.needs);
      const used = /def (\w+)/.exec(text(other))?.[1];
      const path = `src/sea/${edit.name}.py`;
      const code =
        used === undefined
          ? lines(`def ${edit.name}():`, '    return 1')
          : lines(
              `from ${moduleOf(other)} import ${used}`,
              '',
              `def ${edit.name}(x):`,
              `    return ${used}(x)`,
            );
      return { ...project, [path]: code, ...testFile(path, code) };
    }
    case 'licence':
      return { ...project, 'pyproject.toml': `${MIT_PYPROJECT}authors = [{ name = "${edit.holder}" }]\n` };
    case 'untest': {
      const tests = Object.keys(project).filter(path => path.startsWith('tests/'));
      const { [tests[edit.at % Math.max(1, tests.length)] ?? '']: _, ...rest } = project;
      return rest;
    }
  }
}

function testFile(path: string, code: string): Project {
  const name = /def (\w+)/.exec(code)?.[1] ?? 'nothing';
  const module = moduleOf(path).split('.').at(-1) ?? '';
  return { [`tests/test_${module}.py`]: testsOf(module, name) };
}

function testsOf(module: string, name: string): string {
  return lines(`from sea.${module} import ${name}`, '', `def test_${name}():`, `    assert ${name}(3)`);
}

function renamed(project: Project, from: string, to: string): Project {
  const word = new RegExp(`\\b${moduleOf(from).replace('.', '\\.')}\\b`, 'g');
  return Object.fromEntries(
    Object.entries(project).map(([path, code]) => [
      path === from ? to : path,
      code.replace(word, moduleOf(to)),
    ]),
  );
}

function moduleOf(path: string): string {
  return path
    .replace(/^src\//, '')
    .replace(/\.py$/, '')
    .replaceAll('/', '.');
}

function withText(project: Project, path: string, change: (code: string) => string): Project {
  return path === '' ? project : { ...project, [path]: change(project[path] ?? '') };
}
