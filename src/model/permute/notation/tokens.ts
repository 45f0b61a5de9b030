/** The tokens of a pasted expression, each with its position. */
import { quoted, Unreadable } from './reading.ts';

interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'mark' | 'end';
  /** For a string, the text between its quotes. */
  readonly text: string;
  readonly at: number;
}

const RULES: readonly { readonly kind: Token['kind'] | null; readonly pattern: RegExp }[] = [
  { kind: null, pattern: /(?:\s|#.*)+/y },
  { kind: 'string', pattern: /'[^']*'|"[^"]*"/y },
  { kind: 'name', pattern: /[A-Za-z_]\w*/y },
  { kind: 'number', pattern: /\d+/y },
  { kind: 'mark', pattern: /[()[\].,=*:;-]/y },
];

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const found = nextWord(text, at);
    if (found === null) throw new Unreadable(at, `cannot read ${quoted(text[at])}`);
    if (found.kind === 'string') tokens.push({ kind: 'string', text: found.word.slice(1, -1), at: at + 1 });
    else if (found.kind !== null) tokens.push({ kind: found.kind, text: found.word, at });
    at += found.word.length;
  }
  tokens.push({ kind: 'end', text: 'the end', at });
  return tokens;
}

function nextWord(text: string, at: number) {
  for (const { kind, pattern } of RULES) {
    pattern.lastIndex = at;
    const word = pattern.exec(text)?.[0];
    if (word !== undefined) return { kind, word };
  }
  return null;
}

/** More than in any real expression, and few enough for any stack. */
const MOST_BRACKETS = 100;

/** Reads tokens one after another. If an expected token is missing, that is the error. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #next = 0;
  #brackets = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  get token(): Token {
    return this.#tokens[this.#next];
  }

  take(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.#next++;
    return token;
  }

  isMark(text: string): boolean {
    return this.token.kind === 'mark' && this.token.text === text;
  }

  /** Skips the mark if it comes next; returns whether it did. */
  skip(text: string): boolean {
    const found = this.isMark(text);
    if (found) this.#next++;
    return found;
  }

  /** Reads what is in brackets. */
  within<T>(read: () => T): T {
    if (this.#brackets === MOST_BRACKETS)
      throw new Unreadable(this.token.at, `more than ${MOST_BRACKETS} brackets within each other`);
    this.#brackets++;
    const found = read();
    this.#brackets--;
    return found;
  }

  expect(text: string): void {
    if (!this.skip(text)) this.refuse(`'${text}'`);
  }

  /** Whether a name comes next, followed by `=`. */
  get isNamed(): boolean {
    const behind = this.#tokens[this.#next + 1];
    return this.token.kind === 'name' && behind.kind === 'mark' && behind.text === '=';
  }

  refuse(expected: string): never {
    const { kind, text, at } = this.token;
    throw new Unreadable(at, `expected ${expected}, got ${kind === 'end' ? text : quoted(text)}`);
  }
}
