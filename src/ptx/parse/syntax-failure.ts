/** How parsing ends when the text is wrong. */
import type { ParseError } from './ast.ts';

/** Thrown inside the parser only; `parseModule` turns it into a `ParseError`. */
export class SyntaxFailure extends Error {
  readonly offset: number;
  readonly kind: ParseError['kind'];

  constructor(message: string, offset: number, kind: ParseError['kind']) {
    super(message);
    this.offset = offset;
    this.kind = kind;
  }
}

export function errorAt(text: string, { offset, message, kind }: SyntaxFailure): ParseError {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', lineStart)) {
    line++;
    lineStart = end + 1;
  }
  return { kind, message, line, column: offset - lineStart + 1 };
}
