/**
 * The commands of a shell text, each in its words: quotes, comments, continued lines, redirections and the
 * operators that part commands are understood, nothing is expanded. Text that no shell would take is read as far as it goes.
 */
export function shellCommands(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  let word: string | undefined;
  let quote = '';
  let isRedirected = false;
  const endWord = (): void => {
    if (word !== undefined && !isRedirected) commands.at(-1)?.push(word);
    if (word !== undefined) isRedirected = false;
    word = undefined;
  };
  const source = text.replace(/\\\r?\n/g, ' ');
  for (let index = 0; index < source.length; index += 1) {
    const character = source.charAt(index);
    if (quote !== '') {
      if (character === quote) quote = '';
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (character === '#' && word === undefined) {
      const end = source.indexOf('\n', index);
      index = end < 0 ? source.length : end - 1;
    } else if (/[\n;&|]/.test(character)) {
      endWord();
      isRedirected = false;
      commands.push([]);
    } else if (/[<>]/.test(character)) {
      // The number of a descriptor belongs to the redirection, as the word after it does.
      if (/^\d+$/.test(word ?? '')) word = undefined;
      endWord();
      isRedirected = true;
    } else if (/\s/.test(character)) endWord();
    else word = (word ?? '') + character;
  }
  endWord();
  return commands.filter(command => command.length > 0);
}
