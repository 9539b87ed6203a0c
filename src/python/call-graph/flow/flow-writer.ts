import { COPY } from './module-flow.js';

/** Collects a file's strings, nodes and instructions. */
export class FlowWriter {
  readonly strings: string[] = [''];
  private readonly numbers = new Map<string, number>([['', 0]]);
  private code = new Int32Array(1 << 10);
  private length = 0;
  nodes = 1;

  /** The number of a string. */
  readonly intern = (text: string): number => {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.strings.length;
    this.strings.push(text);
    this.numbers.set(text, number);
    return number;
  };

  newNode(): number {
    return this.nodes++;
  }

  /** Writes one instruction. */
  emit(...words: readonly number[]): void {
    if (this.length + words.length > this.code.length) {
      const wider = new Int32Array(Math.max(this.code.length * 2, this.length + words.length));
      wider.set(this.code.subarray(0, this.length));
      this.code = wider;
    }
    for (let index = 0; index < words.length; index += 1) this.code[this.length++] = words[index] as number;
  }

  copy(source: number, target: number): void {
    if (source !== 0 && source !== target) this.emit(COPY, source, target);
  }

  finish(): Int32Array {
    return this.code.slice(0, this.length);
  }
}
