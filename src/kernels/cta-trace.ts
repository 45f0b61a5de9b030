/** Turns the actions of a CTA's threads at each point of their program into records of its warps. */
import { LANES } from '../base/hardware.ts';
import { type AccessKind, type AccessTrace, NO_PC, type Space, TraceBuilder } from '../trace/access-trace.ts';

/** One access that all warps of a CTA come by, each with the threads that take part. */
export interface CtaAccess {
  readonly space: Space;
  readonly kind: AccessKind;
  /** Bytes that each thread moves. */
  readonly widthBytes: number;
  /** Barriers of the CTA passed. */
  readonly interval: number;
  /** Byte address; null where the thread takes no part. */
  readonly addressOf: (thread: number) => number | null;
}

/** The accesses of each warp in the order given; a warp without a thread in an access does not make it. */
export function ctaTrace(cta: number, threads: number, accesses: readonly CtaAccess[]): AccessTrace {
  const trace = new TraceBuilder();
  const address = new Float64Array(LANES);
  for (let warp = 0; warp * LANES < threads; warp++)
    for (const { addressOf, ...access } of accesses) {
      const activeMask = fillAddresses(address, warp, addressOf);
      if (activeMask !== 0) trace.add({ ...access, cta, warp, pc: NO_PC, activeMask, line: 0, file: '', address });
    }
  return trace.finish();
}

/** The warps with a thread that takes part. */
export function warpsIn(threads: number, partOf: (thread: number) => number | null): number[] {
  const taking = Array.from({ length: threads }, (_, thread) => thread).filter(thread => partOf(thread) !== null);
  return [...new Set(taking.map(thread => Math.floor(thread / LANES)))];
}

/** Puts a warp's addresses into `into`, and gives its active mask. */
function fillAddresses(into: Float64Array, warp: number, addressOf: CtaAccess['addressOf']): number {
  let mask = 0;
  for (let lane = 0; lane < LANES; lane++) {
    const address = addressOf(warp * LANES + lane);
    into[lane] = address ?? -1;
    if (address !== null) mask |= 1 << lane;
  }
  return mask >>> 0;
}
