/**
 * Finds the place of each value in a JSON text, by the path that a schema's error names; and the place at which a text
 * stops being JSON.
 */

export interface JsonPlaces {
  /** Offset of each value, by path: 'roles[1].steps[0].barrier'; the whole is ''. */
  readonly places: ReadonlyMap<string, number>;
  /** Offset of the first character that does not fit; null where all do. */
  readonly stop: number | null;
}

export function jsonPlaces(text: string): JsonPlaces {
  const scanner = new Scanner(text);
  const isWhole = scanner.value('') && scanner.isAtEnd();
  return { places: scanner.places, stop: isWhole ? null : scanner.at };
}

/** 1-based line and column of the value that the path names, or of the nearest one around it. */
export function placeOf(text: string, path: string): { readonly line: number; readonly column: number } {
  const { places, stop } = jsonPlaces(text);
  return lineAt(text, stop ?? nearest(places, path));
}

function nearest(places: ReadonlyMap<string, number>, path: string): number {
  const found = places.get(path);
  if (found !== undefined || path === '') return found ?? 0;
  return nearest(places, path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('['))));
}

function lineAt(text: string, offset: number) {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before[before.length - 1].length + 1 };
}

const SPACE = /[ \t\r\n]*/y;
/** A string may hold the control characters from U+007F on, but no others. */
const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** RFC 8259, by recursive descent; each step says whether it found what it looked for. */
class Scanner {
  readonly places = new Map<string, number>();
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(path: string): boolean {
    this.#take(SPACE);
    // A field whose name is empty has the path of the whole.
    if (path !== '' || this.places.size === 0) this.places.set(path, this.at);
    if (this.#is('{')) return this.#list('}', () => this.#member(path));
    if (this.#is('[')) {
      let index = 0;
      return this.#list(']', () => this.value(`${path}[${index++}]`));
    }
    return this.#take(STRING) !== null || this.#take(PLAIN) !== null;
  }

  isAtEnd(): boolean {
    this.#take(SPACE);
    return this.at === this.#text.length;
  }

  #list(close: string, item: () => boolean): boolean {
    if (this.#is(close)) return true;
    do if (!item()) return false;
    while (this.#is(','));
    return this.#is(close);
  }

  #member(path: string): boolean {
    this.#take(SPACE);
    const key = this.#take(STRING);
    if (key === null || !this.#is(':')) return false;
    const name = JSON.parse(key) as string;
    return this.value(path === '' ? name : `${path}.${name}`);
  }

  #is(character: string): boolean {
    this.#take(SPACE);
    if (this.#text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    this.at += found?.length ?? 0;
    return found;
  }
}
