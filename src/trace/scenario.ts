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
  /** Waits until the phase with the place's parity is over (`mbarrier.try_wait.parity` in a loop). */
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
  /** Waits until at most `pending` groups of copies are pending (`cp.async.wait_group`). */
  | { readonly do: 'waitCopies'; readonly pending: number }
  /**
   * A committed group of products: runs on while the role goes on. `mma.sync` is a group waited for at once. `operandBytes` of
   * shared memory are read for it, again by each of its instructions; 0 if absent.
   */
  | {
      readonly do: 'mma';
      readonly flop: number;
      readonly reads: readonly SlotRef[];
      readonly operandBytes?: number;
    }
  /** Waits until at most `pending` groups of products are pending (`wgmma.wait_group`). */
  | { readonly do: 'waitProducts'; readonly pending: number }
  /** Computes `count` exponentials of single elements. */
  | { readonly do: 'exp'; readonly count: number }
  /** Issues `instructions` warp instructions, counted over all the role's warps; they may read and write slots. */
  | {
      readonly do: 'alu';
      readonly instructions: number;
      readonly reads?: readonly SlotRef[];
      readonly writes?: readonly SlotRef[];
    }
  /** Stores to global memory: the copy engine reads the slot `from`; without it, registers are stored. */
  | { readonly do: 'store'; readonly bytes: number; readonly from?: SlotRef }
  /** Waits until at most `pending` stores still read their slot (`cp.async.bulk.wait_group.read`). */
  | { readonly do: 'waitStores'; readonly pending: number }
  /**
   * Named barriers: `warps` of the role's warps arrive (all if absent); `barSync` also waits. `threads` arrivals
   * complete the barrier.
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
  /** Parity in the first round. A wait for parity 1 at a fresh mbarrier ends at once, as if a phase had been before. */
  readonly parity: 0 | 1;
}

export interface Role {
  /** 'producer', 'consumer 1', 'epilogue'. */
  readonly name: string;
  readonly warps: number;
  /** Registers per thread at launch, for roles that use `setRegisters`. */
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
  /** Bytes of one stage. */
  readonly bytes: number;
  /** Buffers that lie in the same shared memory: writing to one destroys the other. */
  readonly overlays?: readonly string[];
}

/** Abilities of the machine. All of these numbers belong to a model and may be edited. */
export interface Resources {
  /**
   * Schedulers serve roles side by side, and exponentials and other instructions take their time alike; products and copies share
   * the bytes of shared memory. Absent: each unit serves one request after the other, and knows nothing of the others.
   */
  readonly sharesUnits?: boolean;
  /** Time from the end of a product until what waits for it goes on [clk], where units are shared; 0 if absent. */
  readonly productLatencyClk?: number;
  /** Time from the moment a copy's last byte is sent until it is in shared memory [clk]. */
  readonly copyLatencyClk: number;
  readonly copyBytesPerClk: number;
  readonly tensorFlopPerClk: number;
  readonly expPerClk: number;
  /** Warp instructions. */
  readonly issuePerClk: number;
  /** Time from an arrival until other warps see it [clk]. */
  readonly barrierClk: number;
  /** Registers of the SM that this CTA may have. */
  readonly registers: number;
}

/** Name of one of the CTA's 16 barriers. */
export interface BarrierName {
  readonly id: number;
  readonly name: string;
}

export interface Scenario {
  readonly resources: Resources;
  readonly barriers: readonly BarrierRing[];
  /** Names of the barriers of `barSync` and `barArrive`, where they have one. */
  readonly namedBarriers?: readonly BarrierName[];
  readonly buffers: readonly BufferRing[];
  readonly roles: readonly Role[];
}

/** 'QueryEmpty'; 'bar 3' of one without a name. */
export const nameOfBarrier = ({ namedBarriers = [] }: Pick<Scenario, 'namedBarriers'>, id: number): string =>
  namedBarriers.find(barrier => barrier.id === id)?.name ?? `bar ${id}`;

/** Most steps that are simulated, which takes less than a second. A scenario with more is refused. */
export const MOST_STEPS = 1_000_000;

/** Counts all rounds of all loops; each loop counts as one step more. */
export const countSteps = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + (step.do === 'loop' ? step.times * (1 + countSteps(step.steps)) : 1), 0);
