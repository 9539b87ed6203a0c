import type { Command } from 'commander';
import { CodefaceError } from '../domain/errors.js';
import { oneLine } from '../domain/one-line.js';
import { verifyLibrary } from '../mining/verify-library.js';
import { describeList, describePrimitive, summary } from './describe-primitive.js';
import { EXIT, exitCodesHelp } from './exit-codes.js';
import { table } from './output.js';
import { runCommand, type GlobalOptions } from './run-command.js';

/** `codeface search`, `codeface show`, `codeface library list`, `codeface library verify`. */
export function addLibraryCommands(program: Command): void {
  program
    .command('search')
    .description('Search the library by words and names')
    .argument('<query...>', 'words, or names in any case')
    .option('--limit <n>', 'how many at most', '10')
    .addHelpText('after', exitCodesHelp({ done: 'done, whether anything was found or not' }))
    .action((words: string[], own: { limit: string }, command: Command) =>
      runCommand(command.optsWithGlobals<GlobalOptions>(), async ({ composition, output }) => {
        const limit = readLimit(own.limit);
        const hits = await (await composition.existingLibrary()).search({ query: words.join(' '), limit });
        output.answer({ hits: hits.map(hit => ({ score: hit.score, ...summary(hit.primitive) })) }, () =>
          hits.length === 0
            ? 'Nothing in the library matches. `codeface mine PATH` fills it.'
            : table(
                ['Primitive', 'Name', 'Exports', 'Licence'],
                hits.map(({ primitive }) => [
                  primitive.id,
                  primitive.name,
                  primitive.interface.exports.map(symbol => symbol.name).join(', '),
                  primitive.provenance.licence,
                ]),
              ),
        );
        return EXIT.done;
      }),
    );

  program
    .command('show')
    .description('Show one primitive: interface, dependencies, tests, source and code')
    .argument('<id>', 'its id, or the beginning of it')
    .addHelpText('after', exitCodesHelp({ done: 'done', error: 'an error, or there is no such primitive' }))
    .action((id: string, _own: object, command: Command) =>
      runCommand(command.optsWithGlobals<GlobalOptions>(), async ({ composition, output }) => {
        const primitive = await (await composition.existingLibrary()).find(id);
        if (primitive === undefined) {
          throw new CodefaceError(
            'not-found',
            `No primitive has the id ${id}. \`codeface search\` lists them.`,
          );
        }
        output.answer(primitive, () => describePrimitive(primitive));
        return EXIT.done;
      }),
    );

  const library = program.command('library').description('Look after the library');

  library
    .command('list')
    .description('List every primitive with its licence, its family and what its licence leaves open')
    .addHelpText('after', exitCodesHelp({ done: 'done' }))
    .action((_own: object, command: Command) =>
      runCommand(command.optsWithGlobals<GlobalOptions>(), async ({ composition, output }) => {
        const primitives = await (await composition.existingLibrary()).list();
        output.answer({ primitives: primitives.map(summary) }, () => describeList(primitives));
        return EXIT.done;
      }),
    );

  library
    .command('verify')
    .description("Run every primitive's carried tests again, from the library alone, in a new sandbox")
    .addHelpText(
      'after',
      exitCodesHelp({ done: 'all verify', fellShort: 'some do not: the answer says why' }),
    )
    .action((_own: object, command: Command) =>
      runCommand(command.optsWithGlobals<GlobalOptions>(), async ({ composition, output }) => {
        await composition.existingLibrary();
        const results = await verifyLibrary(await composition.miningServices());
        const failing = results.filter(result => !result.verified);
        const answer = { primitives: results.length, verified: results.length - failing.length, results };
        output.answer(answer, () =>
          [
            `${answer.verified} of ${answer.primitives} primitives verify.`,
            ...failing.map(result => `  ${oneLine(`${result.id} ${result.name}: ${result.reason}`)}`),
          ].join('\n'),
        );
        return failing.length === 0 ? EXIT.done : EXIT.fellShort;
      }),
    );
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit;
  throw new CodefaceError(
    'bad-input',
    `--limit must be a whole number from 1 to 1000, not ${JSON.stringify(text)}.`,
  );
}
