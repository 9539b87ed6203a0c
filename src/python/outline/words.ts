/** The words of one file, each once, by number. */
export class Words {
  readonly list: string[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(private readonly text: string) {}

  /** The number of the word between two offsets of the text. */
  at(start: number, end: number): number {
    return this.number(this.text.slice(start, end));
  }

  number(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    const number = this.list.length;
    this.numbers.set(word, number);
    this.list.push(word);
    return number;
  }

  word(number: number): string {
    return this.list[number] ?? '';
  }
}
