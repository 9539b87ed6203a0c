import { CodefaceError } from './errors.js';

/** Where a repository lay that has no origin to be called after, and whether its name was given by whoever mines it. */
export interface Place {
  /** The folder's absolute path, without links. */
  readonly folder: string;
  /** The caller says that it is the repository of this name, wherever that lay before. */
  readonly isNamed: boolean;
}

/**
 * Two folders may have one name by chance, and the second would take the first one's place in the library: unless the
 * caller named it, a folder is mined only under a name that no other folder has. Ends in `bad-input` otherwise.
 */
export function refuseOtherPlace(
  repository: string,
  before: string | undefined,
  place: Place | undefined,
): void {
  if (place === undefined || place.isNamed || before === undefined || before === place.folder) return;
  throw new CodefaceError(
    'bad-input',
    `${repository} is in the library already, mined from ${before}; ${place.folder} has the same name and no origin to tell them apart, so nothing was changed. ` +
      `If it is another project, give it a name of its own: --name OWNER/NAME, or \`git remote add origin URL\`. ` +
      `If it is the same project, moved or copied, go on with it: --name ${asWord(repository)}.`,
  );
}

/** As it is typed in a shell. */
function asWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
