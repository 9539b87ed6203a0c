/** Expansions of one list that are looked at; a list of braces can stand for any number. */
const MOST = 200;
const LONGEST = 500;

/** The names that `py{310,311}-django{4,5}` and the like stand for, at most 200, in tox's order. */
export function expandBraces(text: string): readonly string[] {
  let names = [''];
  for (const part of text.slice(0, LONGEST).match(/\{[^{}]*\}|[^{}]+|[{}]/g) ?? []) {
    const choices = part.startsWith('{') && part.length > 1 ? choicesOf(part.slice(1, -1)) : [part];
    names = names.flatMap(name => choices.map(choice => name + choice)).slice(0, MOST);
  }
  return names;
}

function choicesOf(list: string): readonly string[] {
  return list.split(',').flatMap(choice => {
    const [, from, to] = /^\s*(\d{1,3})-(\d{1,3})\s*$/.exec(choice) ?? [];
    if (from === undefined || to === undefined) return [choice.trim()];
    const length = Math.min(Math.max(Number(to) - Number(from) + 1, 0), MOST);
    return Array.from({ length }, (_, index) => String(Number(from) + index));
  });
}

/** The environment names of tox's `env_list`: commas and line ends part them, except in braces. */
export function environmentNames(list: string): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  let current = '';
  for (const character of `${list}\n`) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === '\n' || (character === ',' && depth <= 0)) {
      if (current.trim() !== '' && names.length < MOST) names.push(...expandBraces(current.trim()));
      current = '';
      depth = 0;
    } else current += character;
  }
  return names.slice(0, MOST);
}

/**
 * Whether a factor condition holds: one of its comma-separated alternatives has every factor, `!` meaning absence
 * (https://tox.wiki, "Generative environments").
 */
export function conditionHolds(condition: string, factors: ReadonlySet<string>): boolean {
  return environmentNames(condition).some(alternative =>
    alternative
      .split('-')
      .map(factor => factor.trim())
      .every(factor => (factor.startsWith('!') ? !factors.has(factor.slice(1)) : factors.has(factor))),
  );
}
