import type { FileTree } from '../../../domain/files.js';
import { distributionName } from '../../distribution-name.js';
import { sourceRootsOf } from '../../module-paths.js';
import { usableRange } from '../interpreter.js';
import { packageInfo } from '../sources/package-info.js';
import type { ProjectDeclaration } from '../sources/project.js';
import { allExtras, firstSaid, projectDeclarations } from '../sources/projects.js';
import { readRequirement } from '../requirement.js';
import { staticVersion } from './static-version.js';
import type { DeclaredRequirement } from '../wanted.js';

/**
 * The `NAME-VERSION.dist-info/` that installing the project would leave behind (the core metadata specifications of
 * packaging.python.org), made without running it: `METADATA`, `entry_points.txt`, `top_level.txt` and `INSTALLER`, so that
 * `importlib.metadata` knows the project. Its own plug-ins (`pytest11`) are among the entry points, as after
 * `pip install .`. Empty when nothing names the project.
 */
export function projectMetadata(files: FileTree): FileTree {
  const projects = projectDeclarations(files);
  const name = (firstSaid(projects, project => project.name) ?? packageInfo(files).name).trim();
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,100}[A-Za-z0-9])?$/.test(name)) return new Map();
  const packages = packageFolders(files);
  const version = staticVersion(files, name, projects, packages);
  const folder = `${distributionName(name).replaceAll('-', '_')}-${version.replaceAll('-', '_')}.dist-info`;
  const written: Record<string, string> = {
    METADATA: coreMetadata(name, version, projects),
    'entry_points.txt': entryPointText(projects),
    'top_level.txt': packages.map(path => `${path.split('/').at(-1)}\n`).join(''),
    INSTALLER: 'codeface\n',
  };
  return new Map(
    Object.entries(written)
      .filter(([, text]) => text !== '')
      .map(([file, text]) => [`${folder}/${file}`, Buffer.from(text)]),
  );
}

/** Top-level packages and modules below the source root, suites and scripts at the root aside, sorted. */
function packageFolders(files: FileTree): readonly string[] {
  const root = sourceRootsOf(files.keys())[0] === 'src' ? 'src/' : '';
  const module = new RegExp(String.raw`^${root}([A-Za-z_]\w*)(\.py|/__init__\.py)$`);
  const found = new Set<string>();
  for (const path of files.keys()) {
    const [, name, rest = ''] = module.exec(path) ?? [];
    if (name === undefined || /^(?:setup|conftest|noxfile|tests?|docs?|examples?|benchmarks?)$/.test(name))
      continue;
    if (!(rest === '.py' && /^test_|_test$/.test(name))) found.add(root + name);
  }
  return [...found].sort();
}

function coreMetadata(name: string, version: string, projects: readonly ProjectDeclaration[]): string {
  const requires = usableRange(firstSaid(projects, project => project.requiresPython));
  const runtime = projects.flatMap(project => project.dependencies.requirements);
  const extras = [...allExtras(projects)].filter(([extra]) => /^[a-z0-9-]+$/.test(extra));
  const lines = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    ...(requires === '' ? [] : [`Requires-Python: ${requires}`]),
    ...runtime.map(({ requirement }) => `Requires-Dist: ${requirement}`),
    ...extras.flatMap(([extra, wanted]) => [
      `Provides-Extra: ${extra}`,
      ...wanted.requirements.map(declared => `Requires-Dist: ${underExtra(declared, extra)}`),
    ]),
  ];
  return `${[...new Set(lines)].join('\n')}\n`;
}

function underExtra({ requirement }: DeclaredRequirement, extra: string): string {
  const marker = readRequirement(requirement)?.marker ?? '';
  const head = requirement.split(';', 1)[0] ?? requirement;
  return `${head}; ${marker === '' ? '' : `(${marker}) and `}extra == "${extra}"`;
}

function entryPointText(projects: readonly ProjectDeclaration[]): string {
  const groups = new Map<string, ReadonlyMap<string, string>>();
  for (const group of projects.flatMap(({ entryPoints }) => [...entryPoints]))
    groups.set(group[0], new Map([...group[1], ...(groups.get(group[0]) ?? [])]));
  return [...groups]
    .filter(([group]) => /^\w+(?:\.\w+)*$/.test(group))
    .flatMap(([group, points]) => [
      `[${group}]`,
      ...[...points].filter(isPlain).map(point => point.join(' = ')),
      '',
    ])
    .join('\n');
}

/** One line of an entry-points file each; anything else could smuggle in another group. */
function isPlain([name, reference]: readonly [string, string]): boolean {
  return (
    /^[\w.][\w. :/-]{0,100}$/.test(name) && /^[\w.]+ *(?:: *[\w.]+)? *(?:\[[\w ,.-]*\])?$/.test(reference)
  );
}
