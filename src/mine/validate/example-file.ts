import type { StoredFile } from '../../domain/files.js';
import type { UsageExample } from '../describe/usage-examples.js';

/** Out of the way of every file that a component may carry. */
const FOLDER = 'usage_examples';

/**
 * A test file that runs a usage example as its reader would: a script from top to bottom, an interactive session
 * against what it says is printed. Whatever the example raises fails the one test of the file.
 */
export function exampleFile({ text, form }: UsageExample, index: number): StoredFile {
  // A JSON string is a Python one.
  const lines = [`EXAMPLE = ${JSON.stringify(text)}`, ...(form === 'script' ? SCRIPT : SESSION)];
  return {
    path: `${FOLDER}/test_usage_example_${index}.py`,
    encoding: 'utf8',
    content: `${lines.join('\n')}\n`,
  };
}

const SCRIPT = [
  'def test_usage_example():',
  '    exec(compile(EXAMPLE, "usage_example.py", "exec"), {"__name__": "__main__"})',
];

const SESSION = [
  'import doctest',
  'def test_usage_example():',
  '    names, said = {"__name__": "__main__"}, []',
  '    session = doctest.DocTestParser().get_doctest(EXAMPLE, names, "usage example", None, 0)',
  '    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL',
  '    runner = doctest.DocTestRunner(verbose=False, optionflags=flags)',
  '    runner.run(session, out=said.append)',
  '    assert runner.failures == 0, "".join(said)',
];
