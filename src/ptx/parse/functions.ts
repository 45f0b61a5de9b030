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

/** Reads what follows `.entry` or `.func`. */
export function readFunction(readers: Readers, kind: PtxFunction['kind'], opcodes: OpcodeTable): PtxFunction {
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
  const body = external ? NO_BODY : new BodyReader(readers, names, opcodes).read();
  const { inRegisters } = signature;
  return { kind, name, params, returns, inRegisters, registers: names.registers, ...body, performance, external };
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
