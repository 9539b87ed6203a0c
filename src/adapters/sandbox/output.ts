/** Keeps the head and the tail of a stream within a limit, and counts what fell out between them. */
export class BoundedOutput {
  readonly #head: Uint8Array[] = [];
  #headRoom: number;
  readonly #tailLimit: number;
  #tail: Uint8Array[] = [];
  #tailBytes = 0;
  #cutBytes = 0;

  /** `limitBytes` is split between head and tail; the line between them comes on top. */
  constructor(limitBytes: number) {
    this.#headRoom = Math.ceil(limitBytes / 2);
    this.#tailLimit = Math.floor(limitBytes / 2);
  }

  write(chunk: Uint8Array): void {
    const head = chunk.subarray(0, this.#headRoom);
    if (head.length > 0) this.#head.push(Uint8Array.from(head));
    this.#headRoom -= head.length;
    const rest = chunk.subarray(head.length);
    if (rest.length === 0) return;
    this.#tail.push(Uint8Array.from(rest));
    this.#tailBytes += rest.length;
    // Trimming only at twice the limit keeps a flood of small chunks linear.
    if (this.#tailBytes > 2 * this.#tailLimit) this.#trim();
  }

  /** Bytes that are no UTF-8 become U+FFFD. */
  text(): string {
    this.#trim();
    const head = Buffer.concat(this.#head).toString('utf8');
    const tail = Buffer.concat(this.#tail).toString('utf8');
    return this.#cutBytes === 0
      ? Buffer.concat([...this.#head, ...this.#tail]).toString('utf8')
      : `${head}\n[${this.#cutBytes} bytes cut here]\n${tail}`;
  }

  #trim(): void {
    const excess = this.#tailBytes - this.#tailLimit;
    if (excess <= 0) return;
    const tail = Buffer.concat(this.#tail).subarray(excess);
    this.#tail = [Uint8Array.from(tail)];
    this.#tailBytes = tail.length;
    this.#cutBytes += excess;
  }
}
