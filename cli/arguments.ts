/** The options of a verb as one table, which gives the parser, the types of the values and the help text. */
import { basename } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { err, ok, type Result } from '../src/base/result.ts';

export type OptionSpec =
  | { readonly kind: 'flag'; readonly help: string }
  /** `value` is the placeholder in the help: FILE, N. */
  | { readonly kind: 'value'; readonly value: string; readonly required?: boolean; readonly help: string }
  /** The option may be given many times. */
  | { readonly kind: 'list'; readonly value: string; readonly help: string };

export type OptionTable = Readonly<Record<string, OptionSpec>>;

type ValueOf<S extends OptionSpec> = S extends { readonly kind: 'flag' }
  ? boolean
  : S extends { readonly kind: 'list' }
    ? readonly string[]
    : S extends { readonly required: true }
      ? string
      : string | undefined;

export type OptionValues<T extends OptionTable> = { readonly [K in keyof T]: ValueOf<T[K]> };

export interface Arguments<T extends OptionTable> {
  readonly options: OptionValues<T>;
  /** Words that are not options; always empty for a verb that takes none. */
  readonly operands: readonly string[];
}

/**
 * Options and operands that a verb accepts. `operand` is the placeholder for words that are not options; it is absent
 * if there are none.
 */
export interface Grammar<T extends OptionTable> {
  readonly options: T;
  readonly operand?: string;
}

/** The error is one line: what was given and what was expected. */
export function parseArguments<T extends OptionTable>(
  grammar: Grammar<T>,
  words: readonly string[],
): Result<Arguments<T>, string> {
  const values = new Map<string, true | string | string[]>();
  const operands: string[] = [];
  for (const token of tokensOf(grammar.options, words)) {
    if (token.kind === 'option') {
      const problem = addOption(grammar.options, values, token);
      if (problem !== null) return err(problem);
    } else if (token.kind === 'positional') {
      if (grammar.operand === undefined) return err(unexpectedWord(grammar.options, token.value));
      operands.push(token.value);
    }
  }
  const missing = Object.entries(grammar.options).find(
    ([name, spec]) => spec.kind === 'value' && spec.required === true && !values.has(name),
  );
  if (missing !== undefined) return err(`${optionText(...missing)} is missing; see --help`);
  return ok({ options: completed(grammar.options, values), operands });
}

/** Parses loosely: errors are made here, so that they say what was expected. */
function tokensOf(table: OptionTable, words: readonly string[]) {
  const types = Object.entries(table).map(([name, { kind }]) => [
    name,
    { type: kind === 'flag' ? 'boolean' : 'string' },
  ]);
  const options: ParseArgsOptionsConfig = Object.fromEntries(types);
  return parseArgs({ args: [...words], strict: false, tokens: true, options }).tokens;
}

/** A file given as a bare word is likely the value of the option of its kind. */
function unexpectedWord(table: OptionTable, word: string): string {
  const kind = word.split('.').at(-1)!;
  if (kind === 'cu' && Object.hasOwn(table, 'ptx'))
    return `unexpected word '${word}'; compile it with nvcc -ptx -lineinfo ${word}, then --ptx ${basename(word, '.cu')}.ptx`;
  const isTaken = Object.hasOwn(table, kind) && table[kind].kind !== 'flag';
  const expected = isTaken ? `--${kind} ${word}` : 'only options';
  return `unexpected word '${word}'; expected ${expected}`;
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** Adds an option; gives the error in words, or null. */
function addOption(
  table: OptionTable,
  values: Map<string, true | string | string[]>,
  token: OptionToken,
): string | null {
  // A single dash would let `-j` stand for a one-letter name, but every option here has two dashes.
  const spec = token.rawName.startsWith('--') && Object.hasOwn(table, token.name) ? table[token.name] : undefined;
  if (spec === undefined) return `unknown option ${token.rawName}; expected one of ${optionNames(table)}`;
  if (spec.kind === 'flag') {
    if (token.value !== undefined) return `--${token.name} takes no value, got '${token.value}'`;
    values.set(token.name, true);
    return null;
  }
  // In `--ptx --launch f` a file name was forgotten. A name that does start with two dashes is written --ptx=--name.
  const forgotten = token.inlineValue === false && token.value?.startsWith('--');
  if (token.value === undefined || token.value === '' || forgotten)
    return `--${token.name} needs a value: ${spec.value}`;
  const earlier = values.get(token.name);
  if (spec.kind === 'list') values.set(token.name, [...(Array.isArray(earlier) ? earlier : []), token.value]);
  else if (earlier !== undefined) return `--${token.name} is given twice; expected once`;
  else values.set(token.name, token.value);
  return null;
}

const optionNames = (table: OptionTable): string => [...Object.keys(table), 'help'].map(name => `--${name}`).join(', ');

function completed<T extends OptionTable>(
  table: T,
  values: ReadonlyMap<string, true | string | string[]>,
): OptionValues<T> {
  const absent = { flag: false, value: undefined, list: [] };
  return Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [name, values.get(name) ?? absent[spec.kind]]),
  ) as OptionValues<T>;
}

const optionText = (name: string, spec: OptionSpec): string =>
  spec.kind === 'flag' ? `--${name}` : `--${name} ${spec.value}`;

/** `--ptx FILE [--json] [kernel …]`. */
export function usageOf(grammar: Grammar<OptionTable>): string {
  const options = Object.entries(grammar.options).map(([name, spec]) => {
    const text = optionText(name, spec);
    if (spec.kind === 'list') return `[${text}]…`;
    return spec.kind === 'value' && spec.required === true ? text : `[${text}]`;
  });
  return [...(grammar.operand === undefined ? [] : [`[${grammar.operand}…]`]), ...options].join(' ');
}

/** One line for each option, in two columns. */
export function optionHelp(table: OptionTable): string {
  const rows = [...Object.entries(table).map(([name, spec]) => [optionText(name, spec), spec.help])];
  rows.push(['--help', 'this text']);
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
