/** C++ and Python expressions as trees of calls: `make_shape(Int<4>{}, 8)`, `cute.make_layout((4, 8), stride=(8, 1))`. */
import { ok } from '../../base/result.ts';
import { type Refusable, refuse } from '../layout/layout-error.ts';

/** A call, a template with its arguments, or a bare name without arguments. The name of a tuple in parentheses is ''. */
export interface Call {
  readonly head: string;
  readonly args: readonly Code[];
  /** The position at which it starts, counted from 1. */
  readonly at: number;
}
export type Code = number | Call;

/** Real code is not nested deeper, and deeper nesting would exhaust the stack. */
const MAX_DEPTH = 64;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '<': '>' };
/** A name, with the spaces around it. `_4` is a number, `stride=` names an argument, and `{}` makes a value of a type. */
const TOKEN = /\s*(?:(?<name>[A-Za-z][\w:.]*)|_?(?<digits>-?\d+)|(?<mark>[(),<>=]|\{\s*\}|_))\s*;?\s*/y;

interface Token {
  readonly text: string;
  readonly kind: 'name' | 'number' | 'mark';
  readonly at: number;
}

export function readCode(text: string): Refusable<Code> {
  const tokens = tokensOf(text);
  if (!tokens.ok) return tokens;
  const reader = new CodeReader(tokens.value, text.length);
  const code = reader.code(0);
  if (!code.ok) return code;
  return reader.atEnd() ? code : reader.expected('the end');
}

function tokensOf(text: string): Refusable<readonly Token[]> {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) return refuse('notation', `character ${at + 1}: unexpected ${JSON.stringify(text[at])}`);
    const { name, digits } = match.groups as Record<string, string | undefined>;
    const kind = name !== undefined ? 'name' : digits !== undefined ? 'number' : 'mark';
    const token = name ?? digits ?? match.groups!.mark;
    if (!token.startsWith('{')) tokens.push({ text: token, kind, at: at + match[0].search(/\S/) + 1 });
  }
  return ok(tokens);
}

class CodeReader {
  private next = 0;
  private readonly tokens: readonly Token[];
  private readonly length: number;

  constructor(tokens: readonly Token[], length: number) {
    this.tokens = tokens;
    this.length = length;
  }

  atEnd(): boolean {
    return this.next === this.tokens.length;
  }

  code(depth: number): Refusable<Code> {
    if (depth > MAX_DEPTH) return refuse('notation', `nested deeper than ${MAX_DEPTH}`);
    const token = this.tokens[this.next];
    if (token?.kind === 'number') {
      this.next++;
      const value = Number(token.text);
      return Number.isSafeInteger(value) ? ok(value) : refuse('range', `${token.text} exceeds 2^53`);
    }
    if (token?.kind === 'name') return this.named(token, depth);
    if (token?.text === '_') {
      this.next++;
      return ok({ head: '_', args: [], at: token.at });
    }
    return token?.text === '(' ? this.call('', token.at, depth) : this.expected('a number, a name or "("');
  }

  expected(what: string): Refusable<never> {
    const token = this.tokens[this.next];
    const got = token === undefined ? 'the end' : JSON.stringify(token.text);
    return refuse('notation', `character ${token?.at ?? this.length + 1}: expected ${what}, got ${got}`);
  }

  /** Reads a call, or an argument with its name. The name is dropped, since the order of arguments is enough. */
  private named(token: Token, depth: number): Refusable<Code> {
    this.next++;
    if (this.tokens[this.next]?.text === '=') {
      this.next++;
      return this.code(depth + 1);
    }
    const head = token.text.replace(/^(?:cute|cutlass|pycute|::|\.)+/, '');
    const isBare = CLOSING[this.tokens[this.next]?.text ?? ''] === undefined;
    return isBare ? ok({ head, args: [], at: token.at }) : this.call(head, token.at, depth);
  }

  private call(head: string, at: number, depth: number): Refusable<Code> {
    const open = this.tokens[this.next];
    const close = CLOSING[open?.text ?? ''];
    if (close === undefined) return this.expected('"(" or "<"');
    this.next++;
    const args: Code[] = [];
    while (this.tokens[this.next]?.text !== close) {
      const arg = this.code(depth + 1);
      if (!arg.ok) return arg;
      args.push(arg.value);
      if (this.tokens[this.next]?.text === ',') this.next++;
      else if (this.tokens[this.next]?.text !== close) return this.expected(`"," or "${close}"`);
    }
    this.next++;
    this.emptyCall();
    return ok({ head, args, at });
  }

  /** Skips `()`: `Layout<…>()` means the same as `Layout<…>{}`. */
  private emptyCall(): void {
    const [open, close] = [this.tokens[this.next], this.tokens[this.next + 1]];
    if (open?.text === '(' && close?.text === ')') this.next += 2;
  }
}
