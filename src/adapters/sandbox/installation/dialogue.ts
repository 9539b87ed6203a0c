import type { Writable } from 'node:stream';

/** Speaks with a program over its standard streams while it runs, instead of keeping what it prints. */
export interface Dialogue {
  /** Told once, after the launcher's input was sent, how to write to the program's standard input. */
  begin(input: Writable): void;
  /** Told each piece of the program's standard output, cut anywhere. */
  read(chunk: Uint8Array): void;
}
