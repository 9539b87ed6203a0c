/** Strings of a whole program, numbered. */
export class Strings {
  private readonly texts: string[] = [''];
  private readonly numbers = new Map<string, number>([['', 0]]);

  intern(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.length;
    this.texts.push(text);
    this.numbers.set(text, number);
    return number;
  }

  text(number: number): string {
    return this.texts[number] ?? '';
  }
}
