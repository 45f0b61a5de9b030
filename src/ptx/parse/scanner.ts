/** Reads PTX text one token at a time, where the grammar asks for it: no token list, no regular expression per token. */

import type { ParseError } from './ast.ts';
import { CODE, isDigit, isWordCode } from './characters.ts';
import { SyntaxFailure } from './syntax-failure.ts';

/** Marks that are taken in some milliseconds, as a mask: every list and every statement has them. */
const MARKS_BETWEEN = 2 ** 14 - 1;

/** For each character code: 1 if `skipBlock` must look at it. */
const IS_SKIP_MARK = new Uint8Array(128);
for (const code of [CODE.openBrace, CODE.closeBrace, CODE.slash, CODE.quote]) IS_SKIP_MARK[code] = 1;

/** A place in the text with its line. */
export interface ScannerMark {
  readonly position: number;
  readonly line: number;
  readonly lineEnd: number;
}

export class Scanner {
  readonly text: string;
  /** Offset of the next character to read. */
  position = 0;
  readonly #isOver: () => boolean;
  #marks = 0;
  #line = 1;
  #lineEnd: number;

  constructor(text: string, isOver: () => boolean = () => false) {
    this.text = text;
    this.#isOver = isOver;
    if (text.startsWith('\ufeff')) this.position = 1;
    this.#lineEnd = endOfLine(text, 0);
  }

  /** Code of the next character that is neither white space nor comment; -1 at the end. */
  peek(): number {
    const { text } = this;
    while (this.position < text.length) {
      const code = text.charCodeAt(this.position);
      if (code === CODE.slash && this.#skipComment()) continue;
      if (code > 32) return code;
      this.position++;
    }
    return -1;
  }

  /** Takes the punctuation mark if it comes next. */
  take(code: number): boolean {
    if ((++this.#marks & MARKS_BETWEEN) === 0 && this.#isOver()) this.fail('the time was over', this.position, 'late');
    if (this.peek() !== code) return false;
    this.position++;
    return true;
  }

  /** The mark must come next; `where` ends the sentence "expected ',' …". */
  expect(code: number, where: string): void {
    if (!this.take(code)) this.failExpecting(`'${String.fromCharCode(code)}' ${where}`);
  }

  /** A name or a number as written; '' if none comes next. */
  word(): string {
    if (this.peek() === CODE.percent) return this.#wordFrom(this.position++);
    return this.#wordFrom(this.position);
  }

  /** `.reg`: a dot and one word, or '' if none comes next. In `.reg.b32` the type is a directive of its own. */
  directive(): string {
    return this.peek() === CODE.dot ? this.#wordFrom(this.position++) : '';
  }

  /** A word with dotted parts: an opcode with its modifiers (`ld.shared::cta.b32`), `%tid.x`. */
  dottedWord(): string {
    const { text } = this;
    const isRegister = this.peek() === CODE.percent;
    const start = this.position;
    if (isRegister) this.position++;
    for (;;) {
      const code = text.charCodeAt(this.position);
      if (isWordCode(code) || code === CODE.dot) this.position++;
      else if (code === CODE.colon && text.charCodeAt(this.position + 1) === CODE.colon) this.position += 2;
      else return text.slice(start, this.position);
    }
  }

  /** Everything up to the next white space or comment, at least one character. */
  chunk(): string {
    const start = this.position++;
    while (this.text.charCodeAt(this.position) > 32 && this.text.charCodeAt(this.position) !== CODE.slash)
      this.position++;
    return this.text.slice(start, this.position);
  }

  name(what: string): string {
    const name = isDigit(this.peek()) ? '' : this.word();
    return name === '' ? this.failExpecting(what) : name;
  }

  /** A name, perhaps with a part: `%tid.x`, `%v.y`, `%r1.b0`. */
  dottedName(what: string): string {
    const { position } = this;
    const name = this.name(what);
    if (this.text.charCodeAt(this.position) !== CODE.dot) return name;
    this.position = position;
    return this.dottedWord();
  }

  /** Text between double quotes. PTX strings have no escapes. */
  quoted(what: string): string {
    this.peek();
    const start = this.position + 1;
    const end = this.text.indexOf('"', start);
    if (this.text.charCodeAt(start - 1) !== CODE.quote || end < 0) this.failExpecting(`${what} in double quotes`);
    this.position = end + 1;
    return this.text.slice(start, end);
  }

  /** 1-based line of an offset. Cheap only for offsets that never decrease. */
  lineAt(offset: number): number {
    while (this.#lineEnd < offset) {
      this.#lineEnd = endOfLine(this.text, this.#lineEnd + 1);
      this.#line++;
    }
    return this.#line;
  }

  /** Position from which reading may continue later, with its line. */
  mark(): ScannerMark {
    return { position: this.position, line: this.lineAt(this.position), lineEnd: this.#lineEnd };
  }

  goTo({ position, line, lineEnd }: ScannerMark): void {
    this.position = position;
    this.#line = line;
    this.#lineEnd = lineEnd;
  }

  /** Skips text that is not needed, up to the mark and including it. Nothing in it may look like a block. */
  skipTo(mark: number, where: string): void {
    for (let code = this.peek(); code !== mark; code = this.peek()) {
      const isOdd = code === CODE.openBrace || code === CODE.closeBrace || code === CODE.quote;
      if (code === -1 || isOdd) this.failExpecting(`'${String.fromCharCode(mark)}' ${where}`);
      this.position++;
    }
    this.position++;
  }

  /** Passes over what follows a '{', up to and with its '}': braces in comments and strings do not count. */
  skipBlock(): void {
    const { text } = this;
    if (this.#isOver()) this.fail('the time was over', this.position, 'late');
    for (let depth = 1; depth > 0; this.position++) {
      const code = text.charCodeAt(this.position);
      if (code < 128 && IS_SKIP_MARK[code] === 0) continue;
      if (code === CODE.openBrace) depth++;
      else if (code === CODE.closeBrace) depth--;
      else if (code === CODE.slash && this.#skipComment()) this.position--;
      else if (code === CODE.quote) this.position = endOf(text, '"', this.position + 1);
      else if (this.position >= text.length) this.failExpecting("'}' at the end of the function");
    }
  }

  fail(message: string, offset = this.position, kind: ParseError['kind'] = 'wrong'): never {
    throw new SyntaxFailure(message, offset, kind);
  }

  failExpecting(what: string): never {
    const end = this.peek() < 0;
    const start = this.position;
    const found = end ? 'the end of the text' : `'${this.dottedWord().slice(0, 40) || this.text[start]}'`;
    this.fail(`expected ${what}, found ${found}`, start);
  }

  #wordFrom(start: number): string {
    while (isWordCode(this.text.charCodeAt(this.position))) this.position++;
    return this.text.slice(start, this.position);
  }

  #skipComment(): boolean {
    const { text, position } = this;
    const next = text.charCodeAt(position + 1);
    if (next !== CODE.slash && next !== CODE.star) return false;
    if (next === CODE.slash) {
      this.position = endOfLine(text, position);
      return true;
    }
    const end = text.indexOf('*/', position + 2);
    if (end < 0) this.fail("expected '*/' at the end of the comment", position);
    this.position = end + 2;
    return true;
  }
}

const endOfLine = (text: string, from: number): number => endOf(text, '\n', from);

/** The text's end where the mark does not come. */
function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end;
}
