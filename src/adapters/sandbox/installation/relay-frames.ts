/** What a frame between an installer and the host says; the installer's program has the same numbers. */
export const FRAME = { open: 1, data: 2, end: 3, taken: 4, result: 5 } as const;

export interface Frame {
  /** One of `FRAME`. */
  readonly kind: number;
  /** Number of the connection, as the sandbox counts them. */
  readonly connection: number;
  readonly payload: Buffer;
}

const HEADER_BYTES = 9;

/** A frame as it travels: kind (uint8), connection (uint32), length (uint32), all big-endian, and the payload. */
export function encodeFrame(
  kind: number,
  connection: number,
  payload: Uint8Array = new Uint8Array(),
): Buffer {
  const frame = Buffer.alloc(HEADER_BYTES + payload.length);
  frame.writeUInt8(kind, 0);
  frame.writeUInt32BE(connection, 1);
  frame.writeUInt32BE(payload.length, 5);
  frame.set(payload, HEADER_BYTES);
  return frame;
}

/**
 * Puts frames together from pieces cut anywhere. A frame that is of no known kind or longer than `longest` bytes ends
 * the reading for good: whoever wrote it is not the installer, and nothing after it can be told apart.
 */
export function createFrameDecoder(
  longest: number,
  onFrame: (frame: Frame) => void,
): (chunk: Uint8Array) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  let needed = HEADER_BYTES;
  let broken = false;
  return chunk => {
    if (broken) return;
    pieces.push(Buffer.from(chunk));
    held += chunk.length;
    while (!broken && held >= needed) {
      const bytes = Buffer.concat(pieces);
      const length = bytes.readUInt32BE(5);
      const kind = bytes.readUInt8(0);
      broken = kind < FRAME.open || kind > FRAME.result || length > longest;
      const whole = HEADER_BYTES + length;
      const isComplete = !broken && held >= whole;
      const rest = isComplete ? bytes.subarray(whole) : bytes;
      pieces = broken ? [] : [rest];
      held = rest.length;
      needed = isComplete ? HEADER_BYTES : whole;
      if (isComplete)
        onFrame({ kind, connection: bytes.readUInt32BE(1), payload: bytes.subarray(HEADER_BYTES, whole) });
    }
  };
}
