/** The door of the parser: PTX text in, `Module` or the first error out. Time is linear in the text. */
import { err, ok, type Result } from '../../base/result.ts';
import { moduleStarts } from '../../trace/module-starts.ts';
import type { Module, ParseError, PtxFunction, Variable, VariableSpace } from './ast.ts';
import { CODE } from './characters.ts';
import { variableSpaceOf } from './declared-kind.ts';
import { type FunctionHeader, readFunctionBody, readFunctionHeader } from './functions.ts';
import { LateBodies } from './late-bodies.ts';
import { type Linkage, type LinkedPart, LinkFailure, linked } from './link.ts';
import { LiteralReader } from './literals.ts';
import { readHeader } from './module-header.ts';
import { ModuleNames } from './module-names.ts';
import { whatElse } from './not-ptx.ts';
import { OpcodeTable } from './opcodes.ts';
import { readPragma } from './pragmas.ts';
import type { Readers } from './readers.ts';
import { Scanner } from './scanner.ts';
import { errorAt, SyntaxFailure } from './syntax-failure.ts';
import { type DeclaredVariable, readVariables } from './variables.ts';

export interface ReadOptions {
  /** Called now and then. */
  readonly isOver?: () => boolean;
  /**
   * Gets the names of the kernels and says which one is wanted (null: none of them). Bodies that it does not reach are
   * passed over then, so that wrong code in them is not found.
   */
  readonly choose?: (entries: readonly string[]) => string | null;
  /** Of several modules in the text: what to call the one that starts at a line. */
  readonly moduleAt?: (line: number) => string;
}

/** Reads PTX; without `choose`, all of it. Anything unknown is an error that names it, and is never skipped. */
export function parseModule(text: string, options: ReadOptions = {}): Result<Module, ParseError> {
  const { isOver, choose } = options;
  try {
    const read = (source: string, wanted: ReadOptions['choose'] | null): Module =>
      new ModuleReader(new Scanner(source, isOver)).read(wanted).module;
    const starts = moduleStarts(text);
    // More of them are no program.
    const module =
      starts.length > 1 && starts.length <= MOST_MODULES
        ? readAndLink(text, starts, options)
        : read(text, choose ?? null);
    return ok(withOwnShared(module));
  } catch (failure) {
    if (failure instanceof LinkFailure) {
      return err({ kind: 'wrong', message: failure.message, line: failure.line, column: 1 });
    }
    if (failure instanceof SyntaxFailure) {
      const error = errorAt(text, failure);
      const other = error.kind === 'wrong' ? whatElse(text) : null;
      return err(other === null ? error : { ...error, message: other });
    }
    throw failure;
  }
}

/** A shared variable with a size that no module defines is one of the kernel's own: ptxas warns and drops its `.extern`. */
const withOwnShared = (module: Module): Module => ({
  ...module,
  variables: module.variables.map(v => (v.space === 'shared' && v.sizeBytes > 0 ? { ...v, extern: false } : v)),
});

const MOST_MODULES = 64;

/** Several modules, one behind another in one text, are linked. All of them is read: a kernel of one reaches into the others. */
function readAndLink(
  text: string,
  starts: readonly number[],
  { isOver, moduleAt = line => `the module that starts at line ${line}` }: ReadOptions,
): Module {
  // What stands in front of a module stays as empty lines, so that lines and errors are those of the whole text.
  const blank = (before: string): string => before.replace(/[^\n]+/g, line => ' '.repeat(line.length));
  const parts = starts.map((start, i) => {
    const from = i === 0 ? 0 : start;
    const part = blank(text.slice(0, from)) + text.slice(from, starts[i + 1]);
    const line = text.slice(0, start).split('\n').length;
    return { ...new ModuleReader(new Scanner(part, isOver)).read(null), line, name: moduleAt(line) };
  });
  return linked(parts);
}

const LINKAGES: ReadonlySet<string> = new Set<Linkage>(['.visible', '.weak', '.extern', '.common']);
const isLinkage = (word: string): word is Linkage => LINKAGES.has(word);

class ModuleReader {
  readonly #scanner: Scanner;
  readonly #readers: Readers;
  readonly #opcodes = new OpcodeTable();
  readonly #files = new Map<number, string>();
  readonly #variables = new Map<string, Variable>();
  readonly #functions = new Map<string, PtxFunction>();
  readonly #linkages = new Map<string, Linkage>();
  #debugStrings = '';
  readonly #late: LateBodies;
  readonly #aliases: { readonly name: string; readonly of: string; readonly offset: number }[] = [];

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#readers = { scanner, literals: new LiteralReader(scanner), module: new ModuleNames() };
    this.#late = new LateBodies(this.#readers, this.#opcodes);
  }

  read(choose: ReadOptions['choose'] | null): Pick<LinkedPart, 'module' | 'linkages'> {
    const names = this.#readers.module;
    const header = readHeader(this.#readers);
    while (this.#scanner.peek() !== -1) this.#item(choose !== null);
    if (choose) this.#readReached(choose(this.#entryNames()));
    this.#addAliases();
    names.close(this.#scanner);
    const module = {
      ...header,
      files: this.#files,
      debugStrings: this.#debugStrings,
      variables: [...this.#variables.values(), ...names.statics],
      functions: [...this.#functions.values()],
    };
    return { module, linkages: this.#linkages };
  }

  #entryNames(): string[] {
    return [...this.#functions.values()].filter(fn => fn.kind === 'entry').map(fn => fn.name);
  }

  #readReached(entry: string | null): void {
    if (entry === null) return;
    const held = [...this.#variables.values()].flatMap(({ relocations }) => relocations.map(({ symbol }) => symbol));
    const others = new Map(this.#aliases.map(({ name, of }) => [name, of]));
    for (const fn of this.#late.reached([entry, ...held], others)) this.#functions.set(fn.name, fn);
  }

  #item(isLate: boolean): void {
    const scanner = this.#scanner;
    const start = scanner.position;
    let word = scanner.directive();
    let linkage: Linkage = '';
    while (isLinkage(word)) {
      linkage = linkage === '.extern' ? linkage : word;
      word = scanner.directive();
    }
    const space = variableSpaceOf(word);
    if (word === '.entry' || word === '.func') this.#addFunction(word === '.entry' ? 'entry' : 'func', linkage, isLate);
    else if (space !== undefined && space !== 'param') this.#readVariables(space, linkage);
    else if (linkage !== '') scanner.fail(`'${linkage}' must be followed by a function or a variable`, start);
    else this.#remark(word, start);
  }

  /** `.alias name, function;` gives a function that is declared a second name. */
  #readAlias(): void {
    const scanner = this.#scanner;
    const name = scanner.name('the name of an alias');
    scanner.expect(CODE.comma, 'after the alias');
    scanner.peek();
    const offset = scanner.position;
    const of = scanner.name('the name of a function');
    scanner.expect(CODE.semicolon, 'after the alias');
    this.#readers.module.declare(name);
    this.#aliases.push({ name, of, offset });
  }

  #addAliases(): void {
    for (const { name, of, offset } of this.#aliases) {
      const fn = this.#functions.get(of);
      if (fn === undefined || fn.external || fn.kind === 'entry') {
        this.#scanner.fail(`'${of.slice(0, 80)}' is no function with a body`, offset);
      }
      this.#functions.set(name, { ...fn, name });
      this.#linkages.set(name, this.#linkages.get(of) ?? '');
    }
  }

  #addFunction(kind: PtxFunction['kind'], linkage: Linkage, isLate: boolean): void {
    this.#scanner.peek();
    const start = this.#scanner.position;
    const made = this.#readFunction(readFunctionHeader(this.#readers, kind), isLate);
    const earlier = this.#functions.get(made.name);
    if (earlier !== undefined && made.external) return;
    if (earlier?.external === false) this.#scanner.fail(`function '${made.name}' is defined twice`, start);
    this.#functions.set(made.name, made);
    this.#linkages.set(made.name, linkage);
  }

  #readFunction(header: FunctionHeader, isLate: boolean): PtxFunction {
    if (header.fn.external) return header.fn;
    return isLate ? this.#late.passOver(header) : readFunctionBody(this.#readers, header, this.#opcodes);
  }

  #readVariables(space: VariableSpace, linkage: Linkage): void {
    for (const declared of readVariables(this.#readers, space, linkage === '.extern'))
      this.#addVariable(declared, linkage);
  }

  #addVariable({ variable, nameOffset }: DeclaredVariable, linkage: Linkage): void {
    const earlier = this.#variables.get(variable.name);
    if (earlier !== undefined && linkage === '.extern') return;
    if (earlier?.extern === false) this.#scanner.fail(`'${variable.name}' is defined twice`, nameOffset);
    this.#readers.module.declare(variable.name);
    this.#variables.set(variable.name, variable);
    this.#linkages.set(variable.name, linkage);
  }

  /** Reads directives that describe the program without being part of it. */
  #remark(word: string, start: number): void {
    if (word === '.file') this.#addFile();
    else if (word === '.alias') this.#readAlias();
    else if (word === '.section') this.#readSection();
    else if (word === '.pragma') readPragma(this.#scanner);
    else if (word[0] === '.') this.#scanner.fail(`directive '${word.slice(0, 80)}' is not supported`, start);
    else {
      this.#scanner.position = start;
      this.#scanner.failExpecting('a directive');
    }
  }

  /** `.file 1 "path"`, with or without a time stamp and a size. */
  #addFile(): void {
    const number = this.#readers.literals.count(2 ** 31);
    this.#files.set(number, this.#scanner.quoted('a path'));
    while (this.#scanner.take(CODE.comma)) this.#readers.literals.integer();
  }

  /** DWARF bytes: `.section .debug_str { … }`. Only the names are kept. */
  #readSection(): void {
    const scanner = this.#scanner;
    const name = scanner.directive() || scanner.name('the name of a section');
    scanner.expect(CODE.openBrace, 'after the name of the section');
    const end = scanner.text.indexOf('}', scanner.position);
    if (end < 0) scanner.fail("expected '}' at the end of the section");
    if (name === '.debug_str') this.#debugStrings += scanner.text.slice(scanner.position, end);
    scanner.position = end + 1;
  }
}
