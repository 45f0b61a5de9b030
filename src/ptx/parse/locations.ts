/** `.loc`: which source line the next instructions come from, and through which inlined calls. */
import type { SourceLocation } from './ast.ts';
import { CODE } from './characters.ts';
import type { LiteralReader } from './literals.ts';
import type { Scanner } from './scanner.ts';

const LARGEST = 2 ** 31;

const keyOf = (file: number, line: number, column: number): string => `${file} ${line} ${column}`;

/** The state of one function. */
export class LocationReader {
  /** Location of the next instruction. */
  current: SourceLocation | null = null;
  readonly #scanner: Scanner;
  readonly #literals: LiteralReader;
  readonly #known = new Map<string, SourceLocation>();

  constructor(scanner: Scanner, literals: LiteralReader) {
    this.#scanner = scanner;
    this.#literals = literals;
  }

  /** Reads what follows `.loc`. Line 0 marks code that the compiler made: it keeps the line before it. */
  read(): void {
    const { file, line, column } = this.#triple();
    const inlined = this.#inlined();
    if (line === 0) return;
    this.current = { file, line, column, ...inlined };
    this.#known.set(keyOf(file, line, column), this.current);
  }

  #triple(): { file: number; line: number; column: number } {
    const literals = this.#literals;
    return { file: literals.count(LARGEST), line: literals.count(LARGEST), column: literals.count(LARGEST) };
  }

  /** `, function_name $L__info_string0+24, inlined_at 1 21 3`: the call, itself perhaps inlined, has its `.loc` before. */
  #inlined(): Pick<SourceLocation, 'inlinedAt' | 'functionLabel'> | null {
    const scanner = this.#scanner;
    if (!scanner.take(CODE.comma)) return null;
    this.#keyword('function_name');
    const label = scanner.name('a label in .debug_str');
    const functionLabel = scanner.take(CODE.plus) ? `${label}+${this.#literals.count(LARGEST)}` : label;
    scanner.expect(CODE.comma, "before 'inlined_at'");
    this.#keyword('inlined_at');
    const call = this.#triple();
    return { inlinedAt: this.#known.get(keyOf(call.file, call.line, call.column)) ?? call, functionLabel };
  }

  #keyword(word: string): void {
    this.#scanner.peek();
    const start = this.#scanner.position;
    if (this.#scanner.word() !== word) this.#scanner.fail(`expected '${word}'`, start);
  }
}
