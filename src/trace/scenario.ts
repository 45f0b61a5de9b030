/**
 * `Scenario`: a pipeline of one CTA as data: who waits for what, copies what, multiplies what, in which order, on which
 * machine. `src/model/pipeline` plays it; its README has the JSON form.
 */

/** A slot that a step means: the role's place in the ring says which. */
export interface SlotRef {
  readonly buffer: string;
  readonly at: string;
}

/**
 * One step of a role. Steps take no time of their own; what takes time are the resources behind them and waits. `at` names
 * a place of the role.
 */
export type Step =
  /** Until the phase with the place's parity is over (`mbarrier.try_wait.parity` in a loop). */
  | { readonly do: 'wait'; readonly barrier: string; readonly at: string }
  /** `count` arrivals, 1 when absent. */
  | { readonly do: 'arrive'; readonly barrier: string; readonly at: string; readonly count?: number }
  /** One arrival, and bytes that copies will bring in this phase (`mbarrier.arrive.expect_tx`). */
  | { readonly do: 'expect'; readonly barrier: string; readonly at: string; readonly bytes: number }
  /** The copy engine fills the slot and completes the bytes on the barrier (`cp.async.bulk.tensor`). */
  | {
      readonly do: 'copy';
      readonly buffer: string;
      readonly barrier: string;
      readonly at: string;
      readonly bytes: number;
    }
  /** Threads copy by themselves (`cp.async`); `commit` makes a group of the copies since the last one. */
  | { readonly do: 'copyAsync'; readonly buffer: string; readonly at: string; readonly bytes: number }
  | { readonly do: 'commit' }
  /** Until at most so many of the latest groups of copies are pending (`cp.async.wait_group`). */
  | { readonly do: 'waitCopies'; readonly pending: number }
  /** A committed group of products: runs on while the role goes on. `mma.sync` is a group waited for at once. */
  | { readonly do: 'mma'; readonly flop: number; readonly reads: readonly SlotRef[] }
  /** Until at most so many of the latest groups of products are pending (`wgmma.wait_group`). */
  | { readonly do: 'waitProducts'; readonly pending: number }
  /** So many exponentials of single elements. */
  | { readonly do: 'exp'; readonly count: number }
  /** So many warp instructions of all the role's warps together; they may read and write slots. */
  | {
      readonly do: 'alu';
      readonly instructions: number;
      readonly reads?: readonly SlotRef[];
      readonly writes?: readonly SlotRef[];
    }
  /** To global memory: by the copy engine out of a slot, or from registers where none is named. */
  | { readonly do: 'store'; readonly bytes: number; readonly from?: SlotRef }
  /** Until at most so many of the latest stores still read their slot (`cp.async.bulk.wait_group.read`). */
  | { readonly do: 'waitStores'; readonly pending: number }
  /**
   * Named barriers: both arrive with the threads of so many of the role's warps, of all where `warps` is absent; `barSync`
   * waits, too. `threads` that complete it.
   */
  | { readonly do: 'barSync'; readonly id: number; readonly threads: number; readonly warps?: number }
  | { readonly do: 'barArrive'; readonly id: number; readonly threads: number; readonly warps?: number }
  /** Registers per thread from now on (`setmaxnreg`); more than before waits until they are free. */
  | { readonly do: 'setRegisters'; readonly count: number }
  /** Advances the place, by one if `by` is absent. */
  | { readonly do: 'next'; readonly at: string; readonly by?: number }
  | { readonly do: 'loop'; readonly times: number; readonly steps: readonly Step[] };

/**
 * The place of a role in a ring: index 0, 1, 2 …. Its slot is index mod stages, and its parity changes with each round.
 */
export interface BarrierWaitPlace {
  readonly name: string;
  readonly stages: number;
  /** Of the first round. Waiting for parity 1 on a fresh mbarrier passes, as if a phase had been before. */
  readonly parity: 0 | 1;
}

export interface Role {
  /** 'producer', 'consumer 1', 'epilogue'. */
  readonly name: string;
  readonly warps: number;
  /** Per thread at launch, for roles that use `setRegisters`. */
  readonly registers?: number;
  readonly places: readonly BarrierWaitPlace[];
  readonly steps: readonly Step[];
}

/** A ring of mbarriers, one for each stage, each with the same count of arrivals per phase. */
export interface BarrierRing {
  readonly name: string;
  readonly stages: number;
  readonly count: number;
}

/** A ring of pieces of shared memory. */
export interface BufferRing {
  readonly name: string;
  readonly stages: number;
  /** Of one stage. */
  readonly bytes: number;
  /** Buffers that lie in the same shared memory: writing to one destroys the other. */
  readonly overlays?: readonly string[];
}

/** What the machine can do. All of these are numbers of a model, to be edited. */
export interface Resources {
  /** From a copy's last byte on the way to its arrival in shared memory [clk]. */
  readonly copyLatencyClk: number;
  readonly copyBytesPerClk: number;
  readonly tensorFlopPerClk: number;
  readonly expPerClk: number;
  /** Warp instructions. */
  readonly issuePerClk: number;
  /** From an arrival until others see it [clk]. */
  readonly barrierClk: number;
  /** Registers of the SM that this CTA may have. */
  readonly registers: number;
}

/** What one of the CTA's 16 barriers is called. */
export interface BarrierName {
  readonly id: number;
  readonly name: string;
}

export interface Scenario {
  readonly resources: Resources;
  readonly barriers: readonly BarrierRing[];
  /** Those of `barSync` and `barArrive` that have a name. */
  readonly namedBarriers?: readonly BarrierName[];
  readonly buffers: readonly BufferRing[];
  readonly roles: readonly Role[];
}

/** 'QueryEmpty'; 'bar 3' of one without a name. */
export const nameOfBarrier = ({ namedBarriers = [] }: Pick<Scenario, 'namedBarriers'>, id: number): string =>
  namedBarriers.find(barrier => barrier.id === id)?.name ?? `bar ${id}`;

/** So many steps are simulated in less than a second. A scenario with more is refused. */
export const MOST_STEPS = 1_000_000;

/** Counts all rounds of all loops; each loop counts as one step more. */
export const countSteps = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + (step.do === 'loop' ? step.times * (1 + countSteps(step.steps)) : 1), 0);
