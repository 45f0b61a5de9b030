/** Parses the part of Python with which tensors are made and permuted: names, numbers, tuples, attributes and calls. */
import { TokenReader } from './tokens.ts';

export type Expression = { readonly at: number } & (
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'attribute'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'call'; readonly of: Expression; readonly given: readonly Argument[] }
  /** A product with a factor that is no number. */
  | { readonly kind: 'unknown' }
);

export interface Argument {
  /** Null if the argument is given by its position. */
  readonly name: string | null;
  readonly value: Expression;
}

export interface Statement {
  /** Null where the value gets no name. */
  readonly name: string | null;
  readonly value: Expression;
}

/** `x = torch.empty(2, 3); y = x.permute(1, 0)`: at least one statement, with `;` between them. */
export function statementsOf(text: string): readonly Statement[] {
  const reader = new TokenReader(text);
  const statements: Statement[] = [];
  do {
    const name = reader.isNamed ? reader.take().text : null;
    if (name !== null) reader.expect('=');
    statements.push({ name, value: productOf(reader) });
  } while (reader.skip(';') && reader.token.kind !== 'end');
  if (reader.token.kind !== 'end') reader.refuse("the end or '.'");
  return statements;
}

function productOf(reader: TokenReader): Expression {
  let left = factorOf(reader);
  while (reader.skip('*')) {
    const right = factorOf(reader);
    left =
      left.kind === 'number' && right.kind === 'number'
        ? { kind: 'number', value: left.value * right.value, at: left.at }
        : { kind: 'unknown', at: left.at };
  }
  return left;
}

function factorOf(reader: TokenReader): Expression {
  const { at } = reader.token;
  if (!reader.skip('-')) return chainOf(reader);
  if (reader.token.kind !== 'number') reader.refuse('a number');
  return { kind: 'number', value: -Number(reader.take().text), at };
}

function chainOf(reader: TokenReader): Expression {
  let expression = atomOf(reader);
  for (;;) {
    if (reader.skip('.')) {
      if (reader.token.kind !== 'name') reader.refuse("a name behind '.'");
      const { text, at } = reader.take();
      expression = { kind: 'attribute', of: expression, name: text, at };
    } else if (reader.skip('(')) {
      expression = { kind: 'call', of: expression, given: argumentsOf(reader), at: expression.at };
    } else return expression;
  }
}

function atomOf(reader: TokenReader): Expression {
  const { kind, text, at } = reader.token;
  if (kind === 'end' || kind === 'mark') {
    if (reader.skip('(')) return tupleOf(reader, ')', at);
    if (reader.skip('[')) return tupleOf(reader, ']', at);
    reader.refuse('a tensor, a number or a list');
  }
  reader.take();
  if (kind === 'number') return { kind, value: Number(text), at };
  return kind === 'string' ? { kind, text, at } : { kind: 'name', name: text, at };
}

/** `(x)` is x alone; `(x,)` and `[x]` are lists. */
function tupleOf(reader: TokenReader, end: ')' | ']', at: number): Expression {
  const items: Expression[] = [];
  let comma = false;
  while (!reader.isMark(end)) {
    items.push(reader.within(() => productOf(reader)));
    if (!reader.skip(',')) break;
    comma = true;
  }
  if (!reader.skip(end)) reader.refuse(`',' or '${end}'`);
  return end === ')' && items.length === 1 && !comma ? items[0] : { kind: 'list', items, at };
}

function argumentsOf(reader: TokenReader): Argument[] {
  const given: Argument[] = [];
  while (!reader.isMark(')')) {
    const name = reader.isNamed ? reader.take().text : null;
    if (name !== null) reader.expect('=');
    reader.skip('*');
    given.push({ name, value: reader.within(() => productOf(reader)) });
    if (!reader.skip(',')) break;
  }
  if (!reader.skip(')')) reader.refuse("',' or ')'");
  return given;
}
