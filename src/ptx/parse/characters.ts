/** Characters by their code: the marks of PTX, and what names and numbers are made of. */

export const CODE = {
  bang: 33,
  quote: 34,
  percent: 37,
  ampersand: 38,
  openParen: 40,
  closeParen: 41,
  star: 42,
  plus: 43,
  comma: 44,
  minus: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  semicolon: 59,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
  at: 64,
  openBracket: 91,
  closeBracket: 93,
  caret: 94,
  openBrace: 123,
  bar: 124,
  closeBrace: 125,
  tilde: 126,
} as const;

/** For each character code: 1 for letters, digits, `_` and `$`. A `%` only starts a name. */
const IS_WORD = new Uint8Array(128);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$') {
  IS_WORD[character.charCodeAt(0)] = 1;
}

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** True for a character that a name or a number may hold. */
export const isWordCode = (code: number): boolean => code < 128 && IS_WORD[code] !== 0;
