import { distributionName } from '../distribution-name.js';

/** A PEP 508 requirement in its parts. */
export interface Requirement {
  /** As written, with single spaces. */
  readonly text: string;
  /** Normalised (PEP 503). */
  readonly name: string;
  /** Normalised as names are (PEP 685). */
  readonly extras: readonly string[];
  /** PEP 440 specifiers; empty takes any version. */
  readonly specifier: string;
  /** Without its semicolon; empty applies always. */
  readonly marker: string;
}

const LONGEST = 500;
const NAME = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[([A-Za-z0-9._,\s-]*)\])?\s*/;
const CLAUSE = /^(?:===|==|~=|!=|<=|>=|<|>)\s*[A-Za-z0-9.*+!_-]+$/;
/** Names, strings, comparisons and brackets: no option, path or second line can hide in it. */
const MARKER = /^[A-Za-z0-9_\s.,'"<>=!~()*+-]+$/;

/**
 * Reads one requirement (PEP 508) of a name with extras, versions and a marker. Direct references (`name @ url`),
 * paths, addresses, options and anything unreadable are none: these could install anything from anywhere.
 */
export function readRequirement(line: string): Requirement | undefined {
  if (line.length > LONGEST) return undefined;
  const text = line.trim().replace(/\s+/g, ' ');
  const split = text.indexOf(';');
  const head = split < 0 ? text : text.slice(0, split).trim();
  const marker = split < 0 ? '' : text.slice(split + 1).trim();
  const match = NAME.exec(head);
  if (match === null || (split >= 0 && !MARKER.test(marker))) return undefined;
  const [whole, name = '', extras = ''] = match;
  const bracketed = /^\((.*)\)$/.exec(head.slice(whole.length).trim());
  const specifier = (bracketed?.[1] ?? head.slice(whole.length)).trim();
  const clauses = specifier.replace(/,\s*$/, '').split(',');
  if (specifier !== '' && !clauses.every(clause => CLAUSE.test(clause.trim()))) return undefined;
  return {
    text: split < 0 ? head : `${head}; ${marker}`,
    name: distributionName(name),
    extras: extras
      .split(',')
      .map(extra => extra.trim())
      .filter(extra => extra !== '')
      .map(distributionName),
    specifier,
    marker,
  };
}
