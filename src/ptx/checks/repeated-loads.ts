/**
 * Loads that a lane carries out again at the address where it was before, as one does that waits for a word: in this order of threads,
 * or in another one, by the code of a loop that leaves the address as it is.
 */
import { registersWritten } from '../isa/register-uses.ts';
import type { Program } from '../machine/program.ts';
import type { Warp } from '../machine/warp.ts';
import { loopsOf } from '../outline/loops.ts';
import type { PtxFunction } from '../parse/ast.ts';
import { numberOf } from './visit-counts.ts';

export class RepeatedLoads {
  readonly #program: Program;
  /** Addresses of the lanes at the last execution, by instruction and warp. */
  readonly #last = new Map<number, Map<number, Int32Array>>();
  readonly #repeated = new Set<number>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** Lanes are about to load from `warp.at`. */
  loaded(warp: Warp, pc: number, mask: number): void {
    if (this.#repeated.has(pc)) return;
    const warps = this.#last.get(pc) ?? new Map<number, Int32Array>();
    this.#last.set(pc, warps);
    const last = warps.get(numberOf(warp)) ?? new Int32Array(32).fill(NOWHERE);
    warps.set(numberOf(warp), last);
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      if (last[lane] === warp.at[lane]) this.#repeated.add(pc);
      last[lane] = warp.at[lane];
    }
  }

  has(pc: number): boolean {
    return this.#repeated.has(pc) || this.#isFixedInLoop(pc);
  }

  #isFixedInLoop(pc: number): boolean {
    const place = this.#program.functions.find(
      ({ fn, firstPc }) => pc >= firstPc && pc < firstPc + fn.instructions.length,
    );
    return place !== undefined && isFixedInLoop(place.fn, pc - place.firstPc);
  }
}

const NOWHERE = -1;

/** Whether the innermost loop around a load leaves its address as it is. */
function isFixedInLoop(fn: PtxFunction, at: number): boolean {
  const loop = loopsOf(fn).find(([from, to]) => from <= at && at <= to);
  if (loop === undefined) return false;
  const [, address] = fn.instructions[at].operands;
  const names = address?.kind === 'address' && address.base?.kind === 'register' ? [address.base.name] : [];
  const written = new Set(fn.instructions.slice(loop[0], loop[1] + 1).flatMap(registersWritten));
  return names.every(name => !written.has(name));
}
