/** `Fault`: something a kernel did wrong, or that the emulator refuses to do: where, who, why. */

/** A place in a kernel. `line` is 1-based, 0 = unknown; `ptxLine` is the line in the PTX text. */
export interface FaultPlace {
  readonly file: string;
  readonly line: number;
  readonly ptxLine: number;
  /** The PTX instruction, as written. */
  readonly instruction: string;
  /**
   * Calls by which the line got into the kernel, inlined or not, from the innermost function outwards; absent if the
   * line is the kernel's own.
   */
  readonly calls?: readonly InlinedCall[];
}

/** A function that is called, inlined in most cases, and the place of the call. */
export interface InlinedCall {
  readonly callee: string;
  readonly file: string;
  readonly line: number;
}

export interface Who {
  /** Linear CTA number. */
  readonly cta: number;
  readonly warp: number;
  /** First lane concerned, or -1 where the whole warp is. */
  readonly lane: number;
}

/** The other access that a fault is about. */
export interface Party {
  readonly place: FaultPlace;
  readonly who: Who;
}

/** Distance of the two threads of a race: lanes of one warp, warps of one CTA, or CTAs. */
export const RACING_THREADS = ['lanes', 'warps', 'ctas'] as const;
export type RacingThreads = (typeof RACING_THREADS)[number];

/**
 * The remedy that would order a race in device memory: a fence at the flag, a fence after the flag is read, a wider
 * scope, one atomic operation, or a barrier of the whole grid. In shared memory: a barrier of lanes that hand words on in step.
 */
export type RaceRemedy = 'flag' | 'acquire' | 'scope' | 'atomic' | 'grid' | 'step';

/**
 * The thread or warp that lacks a fence: the one that initialised an mbarrier, waited for cp.async, wrote, or read; the
 * warps whose registers go into a product; or the warps that hand tensor memory on.
 */
export type FenceRemedy = 'init' | 'copy' | 'write' | 'read' | 'registers' | 'tensor';

interface Base {
  /** One sentence for a person: names the line, the lane and the number that is wrong. */
  readonly message: string;
  readonly place: FaultPlace;
  readonly who: Who;
  /** How often the fault was found, by any warp of any CTA; present in a run that continues after faults. */
  readonly count?: number;
}

interface BehindWait {
  /**
   * A wait at an mbarrier that ended at once, for an earlier phase, and so caused the fault; absent if there is none.
   */
  readonly vainWait?: FaultPlace;
}

export type Fault = Base &
  (
    | {
        readonly kind: 'outOfBounds';
        readonly space: string;
        readonly address: number;
        readonly widthBytes: number;
        readonly limitBytes: number;
      }
    /** Access to device memory that a captured launch could reach and that the capture did not copy. */
    | { readonly kind: 'notRecorded'; readonly address: number; readonly widthBytes: number }
    | { readonly kind: 'misaligned'; readonly space: string; readonly address: number; readonly widthBytes: number }
    /**
     * Two accesses touch the same byte, of shared or device memory, one of them writes, and nothing orders them. `other` came
     * first.
     */
    | (BehindWait & {
        readonly kind: 'race';
        readonly address: number;
        /** CTA-wide barriers passed: by both, as one that only one had passed orders them; around `bar.arrive` by the later. */
        readonly interval: number;
        readonly other: Party;
        readonly between: RacingThreads;
        /** Beyond what `between` says; null or absent for nothing. */
        readonly remedy?: RaceRemedy | null;
      })
    /** Read of shared or device memory, or of the thread's stack, whose addresses count from the stack's start. */
    | ({
        readonly kind: 'uninitialisedRead';
        readonly address: number;
        readonly ofStack?: true;
      } & BehindWait)
    /** Use of a register that no instruction has written, where something depends on its value. */
    | { readonly kind: 'uninitialisedRegister' }
    /** No warp of the CTA can go on. */
    | {
        readonly kind: 'deadlock';
        readonly waiters: readonly {
          readonly who: Who;
          readonly place: FaultPlace;
          readonly waitsFor: string;
          /** CTA-wide barriers that the warp had passed. */
          readonly interval: number;
        }[];
      }
    /** A barrier that not all threads it counts can reach (a diverged warp, a count that is no multiple of 32). */
    | { readonly kind: 'barrier' }
    /** A lane that its own member mask leaves out, or that reads from a lane which does not take part. */
    | { readonly kind: 'memberMask' }
    | { readonly kind: 'divisionByZero' }
    /** `by`: the access behind which the fence is missing; absent for registers. */
    | { readonly kind: 'missingFence'; readonly remedy: FenceRemedy; readonly by?: Party }
    /** A load through the read-only cache of what the same launch has written. */
    | { readonly kind: 'readOnlyLoad' }
    /**
     * An access of shared memory that an asynchronous copy may be writing, before its thread waited for it; or of device memory,
     * before it waited for the launch that it may overlap.
     */
    | ({ readonly kind: 'missingWait' } & BehindWait)
    /** An access of another CTA's shared memory when that CTA has ended, may have ended, or may not have started. */
    | { readonly kind: 'notResident' }
    /** An mbarrier that is not there, was overwritten, or cannot count what it is given. */
    | { readonly kind: 'mbarrier' }
    /** Columns that are not the CTA's, lanes that are not the warp's, or an allocation that is not given back. */
    | { readonly kind: 'tensorMemory' }
    | { readonly kind: 'unknownOpcode'; readonly opcode: string }
    /** An operand whose value the manual does not allow there. */
    | { readonly kind: 'badOperand' }
    /** The opcode is known, but this form of it is not implemented. */
    | { readonly kind: 'unsupported'; readonly opcode: string }
    /** A failed device-side assert; the message has its expression. */
    | { readonly kind: 'assert' }
    /** A call through a value that is the address of no function, or of one with other parameters. */
    | { readonly kind: 'invalidCall' }
    /** `trap`, or a limit of the emulator (instructions, depth of calls). */
    | { readonly kind: 'trap' | 'limit' }
  );

export type FaultKind = Fault['kind'];

/** The emulator, or a capture, lacks it: that says nothing about the kernel. */
export const isRefusal = (kind: string): boolean =>
  kind === 'unknownOpcode' || kind === 'unsupported' || kind === 'notRecorded';

/** Use that the manual does not allow, though GPUs were seen to do it right. A hazard never ends a run. */
export type Hazard = Fault & {
  /** One sentence that says what was seen on which GPU. */
  readonly seen: string;
  /** Warps of a CTA store one value by one instruction: a single thread would do, and no order is needed. */
  readonly isOneStore?: true;
};
