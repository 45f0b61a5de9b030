/** Names of the registers that an instruction reads, and of those that it writes. */
import type { Instruction, Operand } from '../parse/ast.ts';

/** Their first operand is read: a barrier, a place to go to, a time. */
const READS_FIRST: ReadonlySet<string> = new Set(['brx', 'nanosleep', 'stackrestore', 'bar', 'barrier', 'exit', 'ret']);

/** The first operand is a destination, but for addresses, and where the instruction has no result. */
function isFirstWritten({ opcode, modifiers, operands: [first] }: Instruction): boolean {
  if (first === undefined || first.kind === 'address' || first.kind === 'label') return false;
  if (first.kind === 'vector' && first.elements[0]?.kind === 'address') return false;
  return !READS_FIRST.has(opcode) || modifiers.includes('red');
}

/** A load of tensor memory that also reduces has two results. */
export const resultsOf = ({ opcode, modifiers }: Instruction): number =>
  opcode === 'tcgen05' && modifiers.includes('red') ? 2 : 1;

export const registersWritten = (instruction: Instruction): string[] =>
  isFirstWritten(instruction) ? instruction.operands.slice(0, resultsOf(instruction)).flatMap(namesIn) : [];

/** The sums of a product that are there already are left out: whether they are added, its operands say. */
export function registersRead(instruction: Instruction): string[] {
  const { operands, guard } = instruction;
  const read = isFirstWritten(instruction) ? operands.slice(resultsOf(instruction)) : operands;
  return [...(guard ? [guard.register] : []), ...read.flatMap(namesIn)];
}

/**
 * Source of a copy from one register to another: the copy only gives its content, or its lack of content, a new name.
 */
export function copiedFrom({ opcode, operands: [to, from], guard }: Instruction): string | null {
  const isCopy = opcode === 'mov' && guard === null && to?.kind === 'register' && from?.kind === 'register';
  return isCopy ? from.name : null;
}

export function namesIn(operand: Operand): string[] {
  switch (operand.kind) {
    case 'register':
    case 'negated':
    case 'modified':
      return [operand.name];
    case 'address':
      return operand.base?.kind === 'register' ? [operand.base.name] : [];
    case 'vector':
    case 'list':
      return operand.elements.flatMap(namesIn);
    case 'pair':
      return [operand.first, operand.second].flatMap(namesIn);
    default:
      return [];
  }
}
