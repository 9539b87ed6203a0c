import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Attempt } from '../../../src/domain/adaptation.js';
import { createExactResident } from '../../../src/residents/exact/exact-resident.js';
import { primitiveOf } from '../../support/primitive-of.js';
import { bodyOf, refused, requestFor, requirementFor } from '../../support/resident-requests.js';

/** So few names that locals, globals, parameters and new names meet all the time. */
const NAMES = ['a', 'b', 'c', 'd', 'e'];
const NEW_NAMES = [...NAMES, 'limit', 'unit'];
interface Sample {
  readonly parameters: readonly string[];
  readonly locals: readonly string[];
  readonly newNames: readonly string[];
  /** Kind of each statement, and numbers that choose names for it. */
  readonly statements: readonly (readonly [number, number, number, number])[];
  /** How many mappings the target refused before. */
  readonly refusals: number;
}

/** A statement that writes `x` and `z`, which are bound, and reads `y`, whatever that is. */
function statement(kind: number, x: string, y: string, z: string): string {
  const forms = [
    `${x} = ${y} + 1`,
    `${x} = sum([${y} for ${y} in (1, 2, ${z})])`,
    `${x} = (lambda ${y}: ${y} + ${z})(${x} if ${y} else ${z})`,
    `def g(${y}=${z}):\n    return ${y} + ${x}\n${z} = g()`,
    `def g():\n    ${x} = 7\n    def i():\n        nonlocal ${x}\n        ${x} += ${y}\n    i()\n    return ${x}\n${z} = g()`,
    `def g():\n    nonlocal ${x}\n    ${x} += ${y}\n    return ${z}\n${z} = g()`,
    `def g():\n    global ${x}\n    return ${x} + ${z}\n${z} = g()`,
    `${x} = len(f"{${y}=} {${z}!r}")`,
    `${x} = ${y} if (${z} := ${y}) else 3`,
    `match ${x}:\n    case ${z}:\n        pass`,
    `class K:\n    ${x} = ${y}\n    z = ${z}\n${z} = K.${x}`,
    `for ${x} in (${y}, ${z}):\n    pass`,
    `try:\n    1 // 0\nexcept ZeroDivisionError as ${x}:\n    pass\n${x} = 5`,
    `${x} = k(a=${y}, b=${z})`,
  ];
  return forms[kind] ?? 'pass';
}

const sample: fc.Arbitrary<Sample> = fc
  .record({ count: fc.integer({ min: 2, max: 3 }), names: fc.shuffledSubarray(NAMES, { minLength: 5 }) })
  .chain(({ count, names }) =>
    fc.record({
      parameters: fc.constant(names.slice(0, count)),
      locals: fc.constant(names.slice(count, count + 1)),
      newNames: fc.shuffledSubarray(NEW_NAMES, { minLength: count, maxLength: count }),
      statements: fc.array(fc.tuple(fc.nat(13), fc.nat(9), fc.nat(9), fc.nat(9)), {
        minLength: 1,
        maxLength: 4,
      }),
      refusals: fc.nat(2),
    }),
  );

/** A donor module, and a test whose result is what its calls gave. */
function donorOf({ parameters, locals, statements }: Sample): {
  readonly module: string;
  readonly test: string;
} {
  const list = parameters.join(', ');
  const bound = [...parameters, ...locals];
  const of = (names: readonly string[], number: number) => names[number % names.length] ?? 'a';
  const body = statements.map(([kind, x, y, z]) => statement(kind, of(bound, x), of(NAMES, y), of(bound, z)));
  body.unshift(...locals.map(local => `${local} = 50`));
  const lines = [...body, `return [${NAMES.join(', ')}]`].join('\n').replace(/^/gm, '    ');
  const numbers = parameters.map((_, index) => index + 1);
  const keywords = parameters.map((parameter, index) => `${parameter}=${index + 1}`);
  const calls = [
    `f(${numbers.join(', ')})`,
    `f(${[...keywords].reverse().join(', ')})`,
    `f(1, ${keywords.slice(1).join(', ')})`,
    `f(${parameters.map(() => 'next(i)').join(', ')})`,
    `f(int(str(f(${numbers.join(', ')})[0])), ${keywords.slice(1).join(', ')})`,
    `(lambda ${parameters[0]}: f(${parameters[0]}, ${keywords.slice(1).join(', ')}))(9)`,
    `k(a=1, b=2)`,
  ];
  return {
    module: `${NAMES.map((one, index) => `${one} = ${index + 100}`).join('\n')}\n\ndef k(a=0, b=0):\n    return a * 10 + b\n\ndef f(${list}):\n${lines}\n\ndef h(${list}):\n    return f(${list})\n`,
    test: `from donor import f, h, k\n\ndef test_f():\n    i = iter(range(9))\n    results = []\n${calls
      .map(
        call =>
          `    try:\n        results.append(${call})\n    except Exception as error:\n        results.append(type(error).__name__)\n`,
      )
      .join(
        '',
      )}    results.append(h(${numbers.join(', ')}) if results[0] != "NameError" else 0)\n    return results\n`,
  };
}

const RUN = `
import json, sys, types

def run(name, module, test):
    package = ""
    for part in name.split(".")[:-1]:
        package = f"{package}.{part}".strip(".")
        sys.modules[package] = types.ModuleType(package)
    loaded = sys.modules[name] = types.ModuleType(name)
    exec(compile(module, "module", "exec"), loaded.__dict__)
    scope = {}
    exec(compile(test, "test", "exec"), scope)
    try:
        return scope["test_f"]()
    except Exception as error:
        return type(error).__name__

print(json.dumps([
    [run("donor", *case["before"]), run("app.new", *case["after"])] for case in json.load(sys.stdin)
], default=repr))
`;

it('an adapted function gives what the original gave, whatever the names, the order and the scopes', async () => {
  const resident = createExactResident();
  const samples = fc.sample(sample, { numRuns: 100, seed: 7 });
  const cases: { readonly before: readonly string[]; readonly after: readonly string[] }[] = [];
  for (const one of samples) {
    const { module, test } = donorOf(one);
    const primitive = primitiveOf({
      module: 'donor',
      exports: ['f'],
      files: { 'donor.py': module },
      tests: { 'tests/test_f.py': test },
    });
    const requirement = requirementFor('app.new', `def g(${one.newNames.join(', ')}): ...\n`);
    const attempts: Attempt[] = [];
    for (;;) {
      const proposal = await resident.adapt(requestFor(primitive, requirement, attempts));
      if (proposal.status === 'unsuccessful') break;
      if (attempts.length < one.refusals) {
        attempts.push(refused(proposal.mapping));
        continue;
      }
      const after = [bodyOf(proposal, 'app/new.py'), bodyOf(proposal, 'tests/carried/test_app_new.py')];
      cases.push({ before: [module, test], after });
      break;
    }
  }
  const output = execFileSync('python3', ['-c', RUN], { input: JSON.stringify(cases), encoding: 'utf8' });
  const results = JSON.parse(output) as readonly (readonly [unknown, unknown])[];
  results.forEach(([before, after], index) => {
    expect({ ...cases[index], result: after }).toEqual({ ...cases[index], result: before });
  });
  // Most of what the generator makes can be adapted; else the property would say little.
  expect(cases.length).toBeGreaterThan(samples.length / 2);
});
