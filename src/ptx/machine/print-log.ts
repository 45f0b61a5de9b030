/** Output of a kernel's printf calls, up to a limit. */
import type { Print } from '../../trace/print.ts';

const MOST_CHARACTERS = 2 ** 20;
/** Most prints, with empty ones. */
const MOST_PRINTS = 2 ** 16;

export class PrintLog {
  readonly prints: Print[] = [];
  isCut = false;
  #characters = 0;

  /** Takes in what another log kept later. */
  take(prints: readonly Print[], isCut: boolean): void {
    for (const print of prints) this.add(print);
    this.isCut ||= isCut;
  }

  add(print: Print): void {
    const room = MOST_CHARACTERS - this.#characters;
    if (this.isCut || room === 0 || this.prints.length === MOST_PRINTS) {
      this.isCut = true;
      return;
    }
    this.isCut = print.text.length > room;
    const text = this.isCut ? print.text.slice(0, room) : print.text;
    this.#characters += text.length;
    this.prints.push(this.isCut ? { ...print, text } : print);
  }
}
