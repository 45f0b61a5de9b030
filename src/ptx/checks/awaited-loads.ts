/**
 * Loads whose value a thread must have before it arrives at an mbarrier: on each way there it stores the value, or one computed from it,
 * exchanges it by a shuffle, or branches on it. Sums alone do not do, nor votes: ptxas lets the arrival overtake them.
 */

import { registersRead, registersWritten } from '../isa/register-uses.ts';
import type { Program } from '../machine/program.ts';
import { successorsOf } from '../machine/successors.ts';
import type { Instruction, PtxFunction } from '../parse/ast.ts';

/** More steps than these on all ways together: then it is not said of the load. */
const MOST_STEPS = 4096;

/** They have the value when they are over, and stand in order with an arrival. */
const WAITS: ReadonlySet<string> = new Set(['st', 'shfl']);
/** Points at which another thread may go on before the value is there. */
const HANDS_ON: ReadonlySet<string> = new Set(['atom', 'red', 'call', 'ret', 'exit']);

/** Somewhere behind the load: what holds the loaded value there. */
interface Step {
  readonly at: number;
  readonly held: ReadonlySet<string>;
}

/** `pc`: the load. */
export function isAwaited({ functions }: Program, pc: number): boolean {
  const place = functions.find(({ fn, firstPc }) => pc >= firstPc && pc < firstPc + fn.instructions.length);
  if (place === undefined) return false;
  const { fn } = place;
  const load = pc - place.firstPc;
  const seen = new Set<string>();
  const steps: Step[] = [{ at: load + 1, held: new Set(registersWritten(fn.instructions[load])) }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const key = `${step.at} ${[...step.held].sort().join(' ')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const instruction = fn.instructions[step.at];
    if (seen.size > MOST_STEPS || instruction === undefined || handsOn(instruction)) return false;
    if (!waitsFor(instruction, step.held)) steps.push(...behind(fn, instruction, step));
  }
  return true;
}

const handsOn = ({ opcode, modifiers }: Instruction): boolean =>
  HANDS_ON.has(opcode) || (opcode === 'mbarrier' && modifiers[0].startsWith('arrive'));

function waitsFor(instruction: Instruction, held: ReadonlySet<string>): boolean {
  const { opcode, guard } = instruction;
  if (opcode === 'bra') return guard !== null && held.has(guard.register);
  return WAITS.has(opcode) && guard === null && registersRead(instruction).some(name => held.has(name));
}

function behind(fn: PtxFunction, instruction: Instruction, { at, held }: Step): Step[] {
  const now = new Set(held);
  const computes = registersRead(instruction).some(name => held.has(name));
  for (const name of registersWritten(instruction)) {
    if (computes) now.add(name);
    else if (instruction.guard === null) now.delete(name);
  }
  return successorsOf(fn.instructions, fn, at).map(next => ({ at: next, held: now }));
}
