/** How names are compared: as people and hosts write one and the same thing in several ways. */

/**
 * The path of a repository on its host, in parts: without protocol, user, host, port and `.git`, in lower case, with
 * one kind of separator in a name. `git@github.com:Acme/my_tools.git` and `acme/my-tools` are the same.
 */
export function repositoryParts(text: string): readonly string[] {
  const bare = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '//')
    .replace(/^[\w.-]{1,100}@([\w.-]{1,200}):/, '//$1/')
    .replace(/[?#].*$/, '');
  const path = bare.startsWith('//')
    ? bare.replace(/^\/\/[^/]*/, '')
    : bare.replace(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i, '');
  return path
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .split('/')
    .filter(part => part !== '')
    .map(nameKey);
}

/** A name as the packaging index compares them (PEP 503). */
export function nameKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[-_.]+/g, '-');
}

/** The name without its owner, its index and a version at its end: `pypi:TinyDB`, `tinydb-4.9.0`, `acme/tinydb`. */
export function bareName(repository: string): string {
  const last = repository.replace(/^[a-z]+:(?!\/\/)/i, '').replace(/==.*$/, '');
  const name = repositoryParts(last).at(-1) ?? nameKey(last);
  return name.replace(/-v?\d+(?:-\d+)*(?:-?(?:a|b|rc|post|dev)\d*)?$/, '');
}

/** Words alone, so that punctuation, case and line breaks make no difference. */
export function wordKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
