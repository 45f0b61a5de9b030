/**
 * Plain loads whose word a compare-and-swap of the same address confirms: it writes only where it finds that word, and nothing
 * else uses what was loaded. Loops that add or take a maximum start so in the CUDA C++ Programming Guide, and in what nvcc makes of
 * `atomicAdd` where an architecture lacks the instruction. Such a load may bring any word; it races no more than the swap does.
 */
import type { Program } from '../machine/program.ts';
import type { Instruction, Operand, PtxFunction } from '../parse/ast.ts';
import { isPlainLoad } from './strong-words.ts';

/** Their pcs. */
export const confirmedLoads = (program: Program): ReadonlySet<number> => loadsAheadOfSwaps(program, false);

/** With those whose word also decides of branches: a thread may leave on it without a swap. */
export const swappedLoads = (program: Program): ReadonlySet<number> => loadsAheadOfSwaps(program, true);

function loadsAheadOfSwaps(program: Program, mayBranch: boolean): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { fn, firstPc } of program.functions) {
    const swaps = fn.instructions.filter(isSwap);
    if (swaps.length === 0) continue;
    fn.instructions.forEach((load, i) => {
      if (
        isPlainLoad(load) &&
        swaps.some(swap => sharesAddress(fn, load, swap) && isConfirmed(fn, load, swap, mayBranch))
      )
        found.add(firstPc + i);
    });
  }
  return found;
}

const isSwap = ({ opcode, modifiers }: Instruction): boolean => opcode === 'atom' && modifiers.includes('cas');

/** Instructions of registers alone: what they make of the word is confirmed with it. */
const COMPUTES = new Set(
  'mov cvt add sub mul mad fma div min max abs neg and or xor not shl shr shf selp setp prmt bfe bfi lop3'.split(' '),
);

/** Follows the word through the registers, by name: a name that holds another value elsewhere counts there, too. */
function isConfirmed({ instructions }: PtxFunction, load: Instruction, swap: Instruction, mayBranch: boolean): boolean {
  const [old, , compared] = swap.operands;
  const words = new Set(registersOf(load.operands[0]));
  const holds = (operand: Operand): boolean => registersOf(operand).some(name => words.has(name));
  const asksWhetherSwapped = ({ opcode, operands }: Instruction): boolean =>
    opcode === 'setp' &&
    operands.slice(1).some(operand => registersOf(operand).some(name => registersOf(old).includes(name)));
  for (let known = -1; known !== words.size; ) {
    known = words.size;
    for (const instruction of instructions) {
      const { guard, opcode, operands } = instruction;
      if (guard !== null && words.has(guard.register) && !(mayBranch && opcode === 'bra')) return false;
      if (instruction === load || instruction === swap || asksWhetherSwapped(instruction)) continue;
      const [target, ...sources] = operands;
      if (!COMPUTES.has(opcode)) {
        if (opcode !== 'ld' ? operands.some(holds) : sources.some(holds)) return false;
      } else if (sources.some(holds)) for (const name of registersOf(target)) words.add(name);
    }
  }
  return holds(compared);
}

function sharesAddress(fn: PtxFunction, load: Instruction, swap: Instruction): boolean {
  const [a, b] = [load, swap].map(({ operands }) => placeOf(fn, operands[1]));
  return a !== null && b !== null && a.base === b.base && a.byteOffset === b.byteOffset;
}

interface Place {
  readonly base: string;
  readonly byteOffset: bigint;
}

/** The register or symbol that an address comes of, behind copies and constant sums; null where a register is written twice. */
function placeOf({ instructions }: PtxFunction, address: Operand | undefined): Place | null {
  if (address?.kind !== 'address' || address.base === null) return null;
  let { name: base, kind } = address.base;
  let { byteOffset } = address;
  while (kind === 'register') {
    const writes = instructions.filter(
      ({ opcode, operands }) => opcode !== 'st' && registersOf(operands[0]).includes(base),
    );
    if (writes.length !== 1) return null;
    const step = stepBefore(writes[0]);
    if (step === null) break;
    byteOffset += step.added;
    ({ name: base, kind } = step.from);
  }
  return { base, byteOffset };
}

/** The address that an instruction copies or adds a constant to. */
function stepBefore({ opcode, operands, guard }: Instruction) {
  const [, from, addend] = operands;
  if (guard !== null || (from?.kind !== 'register' && from?.kind !== 'symbol')) return null;
  const inSymbol = from.kind === 'symbol' ? BigInt(from.addend) : 0n;
  if ((opcode === 'mov' || opcode === 'cvta') && addend === undefined) return { from, added: inSymbol };
  return opcode === 'add' && addend?.kind === 'integer'
    ? { from, added: inSymbol + BigInt.asIntN(64, addend.value) }
    : null;
}

function registersOf(operand: Operand | undefined): string[] {
  switch (operand?.kind) {
    case 'register':
    case 'negated':
    case 'modified':
      return [operand.name];
    case 'address':
      return operand.base?.kind === 'register' ? [operand.base.name] : [];
    case 'pair':
      return [...registersOf(operand.first), ...registersOf(operand.second)];
    case 'vector':
    case 'list':
      return operand.elements.flatMap(registersOf);
    default:
      return [];
  }
}
