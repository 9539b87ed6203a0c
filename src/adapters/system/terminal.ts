export interface Terminal {
  /** Lines may be drawn over. */
  readonly tty: boolean;
  readonly colour: boolean;
}

export interface TerminalStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Width in characters; 80 when unknown. */
  readonly columns?: number;
}

/** What a stream can show. `NO_COLOR` (https://no-color.org) takes colour away; `TERM=dumb` and `CI` drawing too. */
export function terminalOf(
  stream: TerminalStream,
  environment: Readonly<Record<string, string | undefined>>,
): Terminal {
  const tty = stream.isTTY === true && environment['TERM'] !== 'dumb' && !environment['CI'];
  return { tty, colour: tty && !environment['NO_COLOR'] };
}
