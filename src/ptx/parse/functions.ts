/** Function headers (PTX ISA, "Kernel and Function Directives" and "Performance-Tuning Directives"). */
import type { PtxFunction } from './ast.ts';
import { type Body, BodyReader } from './body.ts';
import { CODE, isDigit } from './characters.ts';
import { skipAttributes } from './declared-kind.ts';
import { FunctionNames } from './names.ts';
import type { OpcodeTable } from './opcodes.ts';
import { readPragma } from './pragmas.ts';
import type { Readers } from './readers.ts';
import type { Scanner } from './scanner.ts';
import { SignatureReader } from './signature.ts';

const PERFORMANCE = new Set([
  '.maxntid',
  '.reqntid',
  '.minnctapersm',
  '.maxnctapersm',
  '.maxnreg',
  '.reqnctapercluster',
  '.maxclusterrank',
  '.explicitcluster',
  '.blocksareclusters',
  '.noreturn',
  '.abi_preserve',
  '.abi_preserve_control',
]);

const NO_BODY: Body = { variables: [], instructions: [], labels: new Map(), branchTargets: new Map() };

/** A function whose body has still to be read, from the scanner's position on. */
export interface FunctionHeader {
  /** The function as far as the header describes it. */
  readonly fn: PtxFunction;
  readonly names: FunctionNames;
}

/** Reads what follows `.entry` or `.func`, up to and with the '{' or, of an external function, the ';'. */
export function readFunctionHeader(readers: Readers, kind: PtxFunction['kind']): FunctionHeader {
  const { scanner, module } = readers;
  const names = new FunctionNames(scanner, module);
  const signature = new SignatureReader(readers, names, kind);
  skipAttribute(scanner);
  const returns = kind === 'func' ? signature.params() : [];
  const name = scanner.name(`the name of the ${kind === 'entry' ? 'kernel' : 'function'}`);
  module.declare(name);
  const params = signature.params();
  const performance = readPerformance(readers);
  const external = scanner.take(CODE.semicolon);
  if (!external) scanner.expect(CODE.openBrace, "or ';' after the function's header");
  const { inRegisters } = signature;
  const { registers } = names;
  const fn = { kind, name, params, returns, inRegisters, registers, ...NO_BODY, performance, external };
  return { fn: { ...fn, unread: !external }, names };
}

/** Reads what follows the '{', up to and with the '}'. */
export function readFunctionBody(readers: Readers, { fn, names }: FunctionHeader, opcodes: OpcodeTable): PtxFunction {
  return { ...fn, ...new BodyReader(readers, names, opcodes).read(), unread: false };
}

/** `.attribute(.unified(1, 2))` before the results. */
function skipAttribute(scanner: Scanner): void {
  scanner.peek();
  const start = scanner.position;
  if (scanner.directive() === '.attribute') skipAttributes(scanner);
  else scanner.position = start;
}

function readPerformance({ scanner, literals }: Readers): Map<string, number[]> {
  const performance = new Map<string, number[]>();
  while (scanner.peek() === CODE.dot) {
    const start = scanner.position;
    const word = scanner.directive();
    if (word === '.pragma') {
      readPragma(scanner);
      continue;
    }
    if (!PERFORMANCE.has(word)) scanner.fail(`unknown directive '${word.slice(0, 80)}' after the parameters`, start);
    const numbers: number[] = [];
    if (isDigit(scanner.peek())) {
      do numbers.push(literals.count(2 ** 31));
      while (scanner.take(CODE.comma));
    }
    performance.set(word.slice(1), numbers);
  }
  return performance;
}
