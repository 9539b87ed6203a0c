import { z } from 'zod';

/** A private package index, for the installations of some repositories alone. */
export interface IndexCredential {
  /** `owner/name`, or `owner/*` for all of an owner's. */
  readonly repository: string;
  /** With `user:token@`. */
  readonly url: string;
}

const HOST = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?$/;
const ENTRY = /^([\w.-]+\/(?:[\w.-]+|\*))=(https?:\/\/[^\s/@]+@[^\s@]+)$/;

const words = (text: string) => text.split(/\s+/).filter(word => word !== '');

/** Neither description nor problem repeats the value, since it may hold a token. */
export const indexVariables = {
  CODEFACE_INDEX_HOSTS: z
    .string()
    .transform(words)
    .refine(hosts => hosts.every(host => HOST.test(host)), 'holds what is no host or host:port')
    .describe('Set host names separated by spaces, each perhaps with :port.'),
  CODEFACE_INDEX_CREDENTIALS: z
    .string()
    .transform(words)
    .refine(entries => entries.every(isEntry), 'holds an entry of another form')
    .transform(entries => entries.flatMap(entry => credentialOf(entry) ?? []))
    .describe('Set entries of the form owner/name=https://user:token@host/simple, separated by spaces.'),
};

function isEntry(entry: string): boolean {
  return credentialOf(entry) !== undefined;
}

function credentialOf(entry: string): IndexCredential | undefined {
  const [, repository, url] = ENTRY.exec(entry) ?? [];
  return repository === undefined || url === undefined || !URL.canParse(url)
    ? undefined
    : { repository, url };
}
