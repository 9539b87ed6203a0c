/** Where one container's output goes. */
export interface OutputSinks {
  readonly stdout: (chunk: Uint8Array) => void;
  readonly stderr: (chunk: Uint8Array) => void;
}

const HEADER_BYTES = 8;
const STDERR = 2;

/**
 * Takes an attached stream apart: frames of an 8-byte header (stream, three zeros, length as a big-endian uint32)
 * and a payload, cut anywhere into chunks (Docker Engine API, "Attach to a container"). Payloads are passed on as
 * they come, so a frame of any length needs no memory.
 */
export function createFrameReader(sinks: OutputSinks): (chunk: Uint8Array) => void {
  let header = Buffer.alloc(0);
  let payloadLeft = 0;
  return chunk => {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    while (rest.length > 0) {
      if (payloadLeft === 0) {
        const taken = rest.subarray(0, HEADER_BYTES - header.length);
        header = Buffer.concat([header, taken]);
        rest = rest.subarray(taken.length);
        if (header.length < HEADER_BYTES) return;
        payloadLeft = header.readUInt32BE(4);
      }
      const payload = rest.subarray(0, payloadLeft);
      if (payload.length > 0) (header[0] === STDERR ? sinks.stderr : sinks.stdout)(payload);
      payloadLeft -= payload.length;
      rest = rest.subarray(payload.length);
      if (payloadLeft === 0) header = Buffer.alloc(0);
    }
  };
}
