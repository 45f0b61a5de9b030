/** How many CTAs of a build an SM of compute capability 9.0 holds. CUDA C++ Programming Guide, "Compute Capabilities". */

import { roundUp } from '../base/bits.ts';
import { LANES, RESERVED_SHARED_BYTES, SM_SHARED_BYTES } from '../base/hardware.ts';

const SM = { sharedBytes: SM_SHARED_BYTES, registers: 65536, warps: 64 };
/** A warp gets registers in such pieces. */
const REGISTER_STEP = 256;
/** An SM's parts, each with a quarter of its registers; warps go round them. */
const PARTITIONS = 4;

interface CtaNeeds {
  readonly threads: number;
  readonly sharedBytes: number;
  /** Registers of a thread, as ptxas reports them. */
  readonly registers: number;
}

export function ctasPerSm({ threads, sharedBytes, registers }: CtaNeeds): number {
  const warps = threads / LANES;
  const ofWarp = roundUp(registers * LANES, REGISTER_STEP);
  const warpsByRegisters = PARTITIONS * Math.floor(SM.registers / PARTITIONS / ofWarp);
  const byShared = SM.sharedBytes / (sharedBytes + RESERVED_SHARED_BYTES);
  return Math.floor(Math.min(byShared, Math.min(SM.warps, warpsByRegisters) / warps));
}
