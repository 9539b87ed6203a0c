import { decodeUtf8, type FileTree } from '../../domain/files.js';
import { createProject, type Project } from '../../python/slicing/project.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import { comparingOptions, exampleSuite, takePath } from './example-suite.js';
import { exampleGroups, type ExampleGroup } from './page-groups.js';
import { PageImports } from './page-imports.js';
import { importLines } from './suite-imports.js';
import type { SuiteSettings } from './suite-settings.js';

const PAGE = /\.(md|rst|txt)$|(^|\/)readme[^/.]*$/i;
/** What tells of the past or of terms, is made, or is not the repository's own. */
const ELSEWHERE =
  /(^|\/)((change|history|news|release|licen[cs]e|copying|contribut|authors|requirements)[^/]*$|(_?vendor\w*|third_party|node_modules|\.[^/]+|[^/]*\.egg-info)\/)/i;
const LARGEST_BYTES = 512 * 1024;
const MOST_PAGES = 300;
const MOST_GROUPS = 60;

/**
 * The interactive examples of READMEs and pages of documentation as modules of tests, one for each page: a test for
 * every group of examples that share a namespace. What they import of the repository is imported above the tests, so
 * they are sliced, carried and judged as every other test is.
 */
export function pageModules(
  files: FileTree,
  modules: readonly SourceModule[],
  settings: SuiteSettings,
): readonly SourceModule[] {
  const project = createProject(modules);
  const taken = new Set(modules.map(({ path }) => path));
  const paths = [...files.keys()].filter(path => PAGE.test(path) && !ELSEWHERE.test(path)).sort();
  return paths.slice(0, MOST_PAGES).flatMap(path => {
    const bytes = files.get(path);
    const page = bytes === undefined || bytes.byteLength > LARGEST_BYTES ? undefined : decodeUtf8(bytes);
    if (page?.includes('>>> ') !== true) return [];
    const text = suiteText(project, path, exampleGroups(page).slice(0, MOST_GROUPS), settings);
    if (text === undefined) return [];
    return [exampleSuite(takePath(path.replace(/\.\w+$/, ''), taken), text)];
  });
}

function suiteText(
  project: Project,
  path: string,
  groups: readonly ExampleGroup[],
  settings: SuiteSettings,
): string | undefined {
  const imports = new PageImports(project);
  const names = new Map<string, number>();
  const tests = groups.flatMap(({ text, uses }) => {
    const values = uses.map(use => [use.clause.local, imports.valueOf(use)] as const);
    const subject = values.flatMap(([, value]) => value?.subject ?? [])[0];
    if (subject === undefined || values.some(([, value]) => value === undefined)) return [];
    const quotes = ['"""', "'''"].find(one => !text.includes(one));
    if (quotes === undefined) return [];
    const count = (names.get(subject) ?? 0) + 1;
    names.set(subject, count);
    const bound = values.map(([local, value]) => `"${local}": ${value?.expression ?? local}`).sort();
    return [
      '',
      '',
      `def test_examples_of_${subject}${count === 1 ? '' : `_${count}`}():`,
      `    text = r${quotes}`,
      ...text
        .trimEnd()
        .split('\n')
        .map(line => (line === '' ? '' : `    ${line}`)),
      `    ${quotes}`,
      '    told = []',
      '    runner = doctest.DocTestRunner(verbose=False, optionflags=OPTIONS)',
      `    names = {${bound.join(', ')}}`,
      `    examples = doctest.DocTestParser().get_doctest(text, names, ${JSON.stringify(path)}, None, 0)`,
      '    runner.run(examples, out=told.append)',
      '    assert runner.tries and not runner.failures, "".join(told)',
    ];
  });
  if (tests.length === 0) return undefined;
  const head = importLines([{ module: 'doctest', local: 'doctest' }, ...imports.taken()], '\n');
  return [head, `OPTIONS = ${comparingOptions(settings)}`, ...tests, ''].join('\n');
}
