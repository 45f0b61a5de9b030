/**
 * Effects of a launch on shared memory according to the emulator: as traces, which pictures show, and as a noting
 * kernel.
 */
import { LANES } from '../../../src/base/hardware.ts';
import type { EmulationOptions, EmulationResult } from '../../../src/ptx/emulation.ts';
import { emulate } from '../../../src/ptx/index.ts';
import type { Instruction, Module } from '../../../src/ptx/parse/ast.ts';
import type { Access } from '../../../src/trace/access-trace.ts';
import type { Launch } from '../../../src/trace/launch.ts';
import {
  askedCtas,
  type CtaNotes,
  type LogShape,
  type Note,
  notesIn,
  notingLaunch,
  threadsOf,
} from './noting-launch.ts';
import { RANK_STEP, SHARED_BASE_BYTES } from './noting-lines.ts';
import { isLaneAccess } from './noting-ptx.ts';

/** Places of a thread in addition to those for accesses: initialised mbarriers, and one place that stays empty. */
const MORE_PLACES = 40;

export interface Traced {
  /** Notes by CTA, thread and order, from the kernel without notes. */
  readonly notes: readonly (readonly (readonly Note[])[])[];
  readonly shape: LogShape;
}

/** Notes of the CTAs that note. Throws if the launch does not run to its end. */
export function tracedNotes(module: Module, launch: Launch): Traced {
  const ctas = askedCtas(launch);
  const threads = threadsOf(launch);
  const notes: Note[][][] = ctas.map(() => Array.from({ length: threads }, () => []));
  const observe = ({ cta, warp, pc, space, kind, activeMask, address }: Access): void => {
    if ((space !== 'shared' && space !== 'cluster') || kind === 'bulk') return;
    const ofCta = notes[ctas.indexOf(cta)];
    for (let m = activeMask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      ofCta[warp * LANES + lane].push([pc, address[lane] % RANK_STEP]);
    }
  };
  const { sharedBytes } = ranToItsEnd(module, launch, { ctas, observe, observedCtas: ctas });
  const most = Math.max(...notes.flat().map(({ length }) => length));
  return { notes, shape: { ctas, threads, places: most + MORE_PLACES, sharedBytes } };
}

/**
 * Notes of a thread that a trace has too, in the trace's form: no mbarriers; for `ldmatrix` and `stmatrix` only the
 * lanes whose addresses count, 8 for each matrix; places in shared memory without the CTA's rank in the cluster.
 */
export const tracedOf = (
  notes: readonly Note[],
  thread: number,
  instructions: readonly Instruction[],
): readonly Note[] =>
  notes
    .filter(([number]) => isLaneAccess(instructions[number]) && thread % LANES < addressingLanes(instructions[number]))
    .map(([number, address]) => [number, address % RANK_STEP]);

function addressingLanes({ opcode, modifiers }: Instruction): number {
  if (opcode !== 'ldmatrix' && opcode !== 'stmatrix') return LANES;
  const matrices = Number(modifiers.find(word => /^x\d$/.test(word))?.slice(1));
  return 8 * matrices;
}

/** The noting kernel's own log. @param module that kernel. */
export function emulatedNotes(module: Module, launch: Launch, shape: LogShape): readonly CtaNotes[] {
  const { buffers } = ranToItsEnd(module, notingLaunch(launch, shape), { ctas: shape.ctas });
  return notesIn(buffers, shape);
}

function ranToItsEnd(module: Module, launch: Launch, options: EmulationOptions): EmulationResult {
  const run = emulate(module, launch, { ...options, check: false, sharedBaseBytes: SHARED_BASE_BYTES });
  if (!run.ok) throw new Error(`${run.error.field}: ${run.error.message}`);
  if (!run.value.ok) throw new Error(run.value.faults[0].message);
  return run.value;
}
