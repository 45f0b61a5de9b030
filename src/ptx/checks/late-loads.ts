/**
 * A run that asks what relaxed flags order: loads count when what they brought is used, not when they are issued, and every flag
 * orders as if it released and acquired. A load is used where its value, or one computed from it, is stored, compared, exchanged or an
 * address: then it is over, whatever the memory model promises. One that nobody uses counts nowhere.
 */
import { registersRead, registersWritten } from '../isa/register-uses.ts';
import type { AccessForm } from '../machine/access-form.ts';
import { changedProgram } from '../machine/changed-program.ts';
import type { Operation, Run } from '../machine/operation.ts';
import type { Program } from '../machine/program.ts';
import type { Warp } from '../machine/warp.ts';
import type { Instruction } from '../parse/ast.ts';
import { numberOf } from './visit-counts.ts';

/** Notes a read of the lanes at `warp.at`. */
type NoteRead = (warp: Warp, operation: Operation, form: AccessForm, mask: number) => void;

/** What such a run is asked. */
export interface LatenessAsked {
  /** The loads. */
  readonly pcs: ReadonlySet<number>;
  /** Hears of a write that came between a load and the use of its value. */
  readonly overtaken: (load: Operation, write: Operation) => void;
}

/** One execution of a load. */
interface LateLoad {
  readonly operation: Operation;
  readonly form: AccessForm;
  readonly at: Int32Array;
  readonly note: NoteRead;
  /** Number of accesses before it. */
  readonly number: number;
  /** Lanes for which it has not counted yet. */
  lanes: number;
}

interface LastWrite {
  /** Number of accesses before it. */
  readonly number: number;
  /** The thread, by its number in the grid. */
  readonly by: number;
  readonly operation: Operation;
}

/** Loads on which the content of a register depends, in some lanes. */
type Held = Map<LateLoad, number>;

/** They go on with the values of their registers; other instructions only compute from them. */
const USES = new Set(['st', 'ld', 'atom', 'red', 'cp', 'shfl', 'vote', 'match', 'redux', 'setp', 'set', 'bra', 'brx']);

export class LateLoads {
  readonly #pcs: ReadonlySet<number>;
  /** What registers hold, by warp and register. */
  readonly #held = new Map<string, Held>();
  /** The load that a warp has just carried out. */
  #issued: LateLoad | null = null;
  /** The last write of each byte's cell. */
  readonly #writes = new Map<number, LastWrite>();
  #accesses = 0;

  readonly #overtaken: LatenessAsked['overtaken'];

  constructor({ pcs, overtaken }: LatenessAsked) {
    this.#pcs = pcs;
    this.#overtaken = overtaken;
  }

  /** Whether the load counts later; `note` is called then. */
  keeps(warp: Warp, operation: Operation, form: AccessForm, mask: number, note: NoteRead): boolean {
    if (!this.#pcs.has(operation.pc)) return false;
    this.#issued = { operation, form, at: warp.at.slice(), note, number: this.#accesses++, lanes: mask };
    return true;
  }

  /** Lanes are about to write the bytes at `warp.at`. */
  wrote(warp: Warp, operation: Operation, { widthBytes }: AccessForm, mask: number): void {
    const number = this.#accesses++;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const by = 32 * numberOf(warp) + lane;
      for (let byte = warp.at[lane]; byte < warp.at[lane] + widthBytes; byte++)
        this.#writes.set(byte, { number, by, operation });
    }
  }

  /** The program in which registers are followed. */
  following(program: Program): Program {
    const { functions, operations } = program;
    const runs = new Map<number, Run>();
    for (const { fn, firstPc } of functions) {
      const loads = fn.instructions.filter((_, i) => this.#pcs.has(firstPc + i));
      const names = dependent(fn.instructions, loads.flatMap(registersWritten));
      fn.instructions.forEach((instruction, i) => {
        const run = this.#around(operations[firstPc + i].run, instruction, names, firstPc);
        if (run !== null) runs.set(firstPc + i, run);
      });
    }
    return changedProgram(program, ({ pc }) => runs.get(pc) ?? null);
  }

  #around(run: Run, instruction: Instruction, names: ReadonlySet<string>, scope: number): Run | null {
    const read = registersRead(instruction).filter(name => names.has(name));
    const written = registersWritten(instruction).filter(name => names.has(name));
    if (read.length + written.length === 0) return null;
    const isUse = USES.has(instruction.opcode);
    return (warp, operation, mask) => {
      const keys = (list: readonly string[]): string[] => list.map(name => `${numberOf(warp)} ${scope} ${name}`);
      const held = this.#heldBy(keys(read), mask);
      if (isUse) for (const [load, lanes] of held) this.#count(warp, load, lanes);
      this.#issued = null;
      const result = run(warp, operation, mask);
      if (this.#issued !== null) this.#write(keys(written), mask, new Map([[this.#issued, mask]]));
      else this.#write(keys(written), mask, isUse ? new Map() : held);
      return result;
    };
  }

  /** The load counts now for such lanes. */
  #count(warp: Warp, load: LateLoad, lanes: number): void {
    const before = warp.at.slice();
    load.lanes &= ~lanes;
    warp.at.set(load.at);
    load.note(warp, load.operation, load.form, lanes);
    warp.at.set(before);
    for (let m = lanes; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const end = load.at[lane] + load.form.widthBytes;
      for (let byte = load.at[lane]; byte < end; byte++) {
        const write = this.#writes.get(byte);
        const isBetween = write !== undefined && write.number > load.number;
        if (isBetween && write.by !== 32 * numberOf(warp) + lane) this.#overtaken(load.operation, write.operation);
      }
    }
  }

  #heldBy(keys: readonly string[], mask: number): Held {
    const all: Held = new Map();
    for (const key of keys)
      for (const [load, lanes] of this.#held.get(key) ?? [])
        if ((lanes & load.lanes & mask) !== 0) all.set(load, (all.get(load) ?? 0) | (lanes & load.lanes & mask));
    return all;
  }

  #write(keys: readonly string[], mask: number, held: Held): void {
    for (const key of keys) {
      const now: Held = new Map(held);
      for (const [load, lanes] of this.#held.get(key) ?? []) {
        const rest = ((lanes & ~mask) | (now.get(load) ?? 0)) & load.lanes;
        if (rest !== 0) now.set(load, rest);
      }
      this.#held.set(key, now);
    }
  }
}

/** The registers, and all that are computed from them. */
function dependent(instructions: readonly Instruction[], names: readonly string[]): ReadonlySet<string> {
  const all = new Set(names);
  const computing = instructions.filter(({ opcode }) => !USES.has(opcode));
  for (let size = -1; size !== all.size; ) {
    size = all.size;
    for (const instruction of computing)
      if (registersRead(instruction).some(name => all.has(name)))
        for (const name of registersWritten(instruction)) all.add(name);
  }
  return all;
}
