import { Duplex } from 'node:stream';
import type { Writable } from 'node:stream';
import type { Dialogue } from './dialogue.js';
import { FRAME, createFrameDecoder, encodeFrame } from './relay-frames.js';

/** The longest frame: the result with the names of what was installed. */
const LONGEST_FRAME = 8 * 1024 * 1024;
/** Bytes on their way to one connection that its program has not taken yet. */
const WINDOW_BYTES = 1024 * 1024;
/** What one connection may send before anybody reads it; requests are small. */
const UNREAD_BYTES = 1024 * 1024;
const PIECE_BYTES = 64 * 1024;
/** Connections at a time, and in one installation. */
const OPEN_CONNECTIONS = 64;
const ALL_CONNECTIONS = 20_000;

/** The host's end of an installer's connections. */
export interface Relay extends Dialogue {
  /** What the installer reported last, as text; undefined when it did not. */
  result(): string | undefined;
  /** Ends all connections. */
  close(): void;
}

/**
 * Makes a stream of each connection that a program in a sandbox opens towards its own loopback, carried over the
 * sandbox's standard input and output: so the sandbox needs no network at all, and the host no listener. Whatever is
 * written by others than the installer is cut off or becomes a connection like any other.
 */
export function createRelay(accept: (connection: Duplex) => void): Relay {
  const connections = new Map<number, Carried>();
  let input: Writable | undefined;
  let opened = 0;
  let result: string | undefined;

  const send = (kind: number, connection: number, payload?: Uint8Array, sent?: () => void) => {
    if (input === undefined || input.destroyed || input.writableEnded) return sent?.();
    input.write(encodeFrame(kind, connection, payload), () => sent?.());
  };
  const open = (connection: number) => {
    opened += 1;
    if (connections.has(connection)) return;
    if (connections.size >= OPEN_CONNECTIONS || opened > ALL_CONNECTIONS) return send(FRAME.end, connection);
    const carried = new Carried(
      (payload, sent) => send(FRAME.data, connection, payload, sent),
      () => {
        if (connections.delete(connection)) send(FRAME.end, connection);
      },
    );
    carried.on('error', () => undefined);
    connections.set(connection, carried);
    accept(carried);
  };
  const read = createFrameDecoder(LONGEST_FRAME, ({ kind, connection, payload }) => {
    if (kind === FRAME.open) open(connection);
    else if (kind === FRAME.result) result = payload.toString('utf8');
    else if (kind === FRAME.data) connections.get(connection)?.arrive(payload);
    else if (kind === FRAME.taken && payload.length === 4)
      connections.get(connection)?.taken(payload.readUInt32BE(0));
    else connections.get(connection)?.destroy();
  });

  return {
    begin: to => {
      input = to;
      // A program that is gone does not read; its end is told elsewhere.
      to.on('error', () => undefined);
    },
    read,
    result: () => result,
    close: () => {
      for (const connection of [...connections.values()]) connection.destroy();
    },
  };
}

/** One connection; it writes no more than its window until the other side has taken some of it. */
class Carried extends Duplex {
  #room = WINDOW_BYTES;
  #waiting: (() => void) | undefined;

  constructor(
    private readonly send: (payload: Uint8Array, sent: () => void) => void,
    private readonly over: () => void,
  ) {
    super({ allowHalfOpen: false });
  }

  arrive(payload: Buffer): void {
    if (this.readableLength + payload.length > UNREAD_BYTES) this.destroy();
    else this.push(payload);
  }

  taken(bytes: number): void {
    this.#room = Math.min(WINDOW_BYTES, this.#room + bytes);
    const proceed = this.#waiting;
    this.#waiting = undefined;
    proceed?.();
  }

  override _read(): void {
    // Everything is pushed as it arrives.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.destroyed) return done();
    const piece = chunk.subarray(0, Math.min(PIECE_BYTES, this.#room));
    const rest = chunk.subarray(piece.length);
    const proceed = () => (rest.length === 0 ? done() : this._write(rest, 'binary', done));
    if (piece.length === 0) {
      this.#waiting = proceed;
      return;
    }
    this.#room -= piece.length;
    this.send(piece, proceed);
  }

  override _final(done: (error?: Error | null) => void): void {
    done();
    this.destroy();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.over();
    done(error);
  }
}
