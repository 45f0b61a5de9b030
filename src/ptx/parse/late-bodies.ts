/** Bodies of functions that are passed over at first: the few that a kernel reaches are read afterwards. */
import type { Operand, PtxFunction } from './ast.ts';
import { type FunctionHeader, readFunctionBody } from './functions.ts';
import type { OpcodeTable } from './opcodes.ts';
import type { Readers } from './readers.ts';
import type { ScannerMark } from './scanner.ts';

interface LateBody {
  readonly header: FunctionHeader;
  readonly start: ScannerMark;
  /** Offset behind the '}'. */
  readonly end: number;
  /** Names of the module that stand before it. */
  readonly names: number;
}

export class LateBodies {
  readonly #readers: Readers;
  readonly #opcodes: OpcodeTable;
  readonly #bodies = new Map<string, LateBody>();

  constructor(readers: Readers, opcodes: OpcodeTable) {
    this.#readers = readers;
    this.#opcodes = opcodes;
  }

  /** The scanner stands behind the '{', and behind the '}' afterwards. */
  passOver(header: FunctionHeader): PtxFunction {
    const { scanner, module } = this.#readers;
    const start = scanner.mark();
    scanner.skipBlock();
    this.#bodies.set(header.fn.name, { header, start, end: scanner.position, names: module.count });
    return header.fn;
  }

  /**
   * Bodies of these functions, and of the functions that their code names in turn. `aliases`: second names of
   * functions.
   */
  reached(names: readonly string[], aliases: ReadonlyMap<string, string>): PtxFunction[] {
    const wanted = new Set(names);
    const functions: PtxFunction[] = [];
    let open = 0;
    for (const name of wanted) {
      const other = aliases.get(name);
      if (other !== undefined) wanted.add(other);
      const body = this.#bodies.get(name);
      if (body === undefined) continue;
      const fn = this.#read(body);
      functions.push(fn);
      for (const { operands } of fn.instructions) for (const symbol of symbolsIn(operands)) wanted.add(symbol);
      const opened = this.#readers.module.openNames(open);
      for (const symbol of opened) wanted.add(symbol);
      open += opened.length;
    }
    return functions;
  }

  #read({ header, start, end, names }: LateBody): PtxFunction {
    const { scanner, module } = this.#readers;
    scanner.goTo(start);
    module.showFirst(names);
    const fn = readFunctionBody(this.#readers, header, this.#opcodes);
    if (scanner.position !== end) scanner.fail(`the braces of '${fn.name}' do not fit together`);
    return fn;
  }
}

function* symbolsIn(operands: readonly Operand[]): Generator<string> {
  for (const operand of operands) {
    if (operand.kind === 'symbol') yield operand.name;
    else if (operand.kind === 'vector' || operand.kind === 'list') yield* symbolsIn(operand.elements);
  }
}
