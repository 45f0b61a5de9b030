/**
 * A kernel's PTX with added instructions that record in device memory which addresses of shared memory each thread gives
 * to which instruction, and what shared memory contains when all threads of the CTA are done. It only changes text, at
 * lines that the parser gives; nothing runs here, so all notes come from the machine that runs the text.
 */
import type { Instruction, Module, Operand, PtxFunction } from '../../../src/ptx/parse/ast.ts';
import { parseModule } from '../../../src/ptx/parse/module.ts';
import { AFTER_ALL, BARRIER, BEFORE_ALL, END, MORE_PARAMS } from './noting-lines.ts';

const ACCESSES = new Set(['ld', 'st', 'atom', 'red', 'ldmatrix', 'stmatrix', 'cp']);

/** Whether lanes give it addresses of shared memory; instructions of the copy engine have no lanes. */
export const isLaneAccess = ({ opcode, modifiers }: Instruction): boolean =>
  ACCESSES.has(opcode) && modifiers.some(word => word.startsWith('shared')) && !modifiers.includes('bulk');

/** Marks the words of an mbarrier, whose contents only the machine knows. */
export const isMbarrierInit = ({ opcode, modifiers }: Instruction): boolean =>
  opcode === 'mbarrier' && modifiers[0] === 'init';

/** The text must be valid for the parser. Throws if it cannot be changed. */
export function notingPtx(ptx: string): string {
  const lines = ptx.split('\n');
  for (const fn of moduleOf(ptx).functions) {
    if (fn.kind === 'entry') instrument(fn, lines);
    else if (fn.instructions.some(isNoted)) throw new Error(`${fn.name} is called, and accesses shared memory`);
  }
  return lines.join('\n');
}

export function moduleOf(ptx: string): Module {
  const module = parseModule(ptx);
  if (!module.ok) throw new Error(`line ${module.error.line}: ${module.error.message}`);
  return module.value;
}

const isNoted = (instruction: Instruction): boolean => isLaneAccess(instruction) || isMbarrierInit(instruction);
const usesBarrier = ({ opcode, operands: [first] }: Instruction): boolean =>
  (opcode === 'bar' || opcode === 'barrier') && first?.kind === 'integer' && Number(first.value) === BARRIER;
const isEnd = ({ opcode }: Instruction): boolean => opcode === 'ret' || opcode === 'exit';

/** The parser's line numbers stay right, since new text is added to a line: before it, after it or in its place. */
function instrument(fn: PtxFunction, lines: string[]): void {
  if (fn.instructions.some(usesBarrier)) throw new Error(`${fn.name} uses barrier ${BARRIER} itself`);
  const registers = new Map(fn.registers.map(({ name, type }) => [name, type]));
  for (const [number, instruction] of fn.instructions.entries()) {
    const at = instruction.ptxLine - 1;
    if (isNoted(instruction) || isEnd(instruction)) assertAlone(instruction, lines[at]);
    if (isNoted(instruction)) lines[at] = [...noteLines(number, instruction, registers), lines[at]].join('\n');
    if (isEnd(instruction)) lines[at] = `${guardOf(instruction)}bra ${END};`;
  }
  const { signatureEnd, bodyStart, bodyEnd } = placesOf(fn, lines);
  lines[bodyEnd] = [...AFTER_ALL, lines[bodyEnd]].join('\n');
  lines[bodyStart] = [lines[bodyStart], ...BEFORE_ALL].join('\n');
  lines[signatureEnd] = `${fn.params.length > 0 ? ',' : ''}${MORE_PARAMS.join(',\n')}\n${lines[signatureEnd]}`;
}

function assertAlone(instruction: Instruction, line: string): void {
  const written = line.replace(/\s+/g, ' ').trim();
  if (written !== `${instruction.text.replace(/\s+/g, ' ').trim()};`)
    throw new Error(`more than one instruction: ${line}`);
}

const guardOf = ({ guard }: Instruction): string =>
  guard === null ? '' : `@${guard.negated ? '!' : ''}${guard.register} `;

/** nvcc writes the parenthesis after the parameters, and both braces of the body, on lines of their own. */
function placesOf(fn: PtxFunction, lines: readonly string[]) {
  const start = lines.findIndex(line => line.includes(`.entry ${fn.name}(`));
  const next = (text: string, from: number): number => {
    const at = lines.findIndex((line, i) => i >= from && line.trimEnd() === text);
    if (at < 0) throw new Error(`no line of '${text}' behind ${fn.name}`);
    return at;
  };
  const signatureEnd = next(')', start);
  const bodyStart = next('{', signatureEnd);
  return { signatureEnd, bodyStart, bodyEnd: next('}', fn.instructions.at(-1)!.ptxLine - 1) };
}

/** Records the instruction's number and the address, if there is room and the lane is active. */
function noteLines(number: number, instruction: Instruction, types: ReadonlyMap<string, string>): string[] {
  const { guard } = instruction;
  const partakes = guard === null ? '' : `, ${guard.negated ? '!' : ''}${guard.register}`;
  return [
    `setp.lt${guard === null ? '' : '.and'}.u64 %noteFits, %noteAt, %noteEnd${partakes};`,
    ...addressLines(instruction.operands.find(isAddress)!, types),
    `@%noteFits st.global.v2.u32 [%noteAt], {${number}, %noteA};`,
    '@%noteFits add.u64 %noteAt, %noteAt, 8;',
  ];
}

type Address = Extract<Operand, { kind: 'address' }>;
const isAddress = (operand: Operand): operand is Address => operand.kind === 'address';

function addressLines({ base, byteOffset }: Address, types: ReadonlyMap<string, string>): string[] {
  const isWide = base !== null && /64$/.test(types.get(base.name) ?? '');
  // The parser numbers the registers of inner blocks; the note stands in the block, where the name is as it was written.
  const written = base?.name.replace(/@\d+$/, '') ?? 0;
  const start = isWide ? `cvt.u32.u64 %noteA, ${written};` : `mov.u32 %noteA, ${written};`;
  return [start, `add.s32 %noteA, %noteA, ${byteOffset};`];
}
