/** What a call is answered. */
export interface Reply {
  readonly status: number;
  /** JSON, or bytes sent as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
