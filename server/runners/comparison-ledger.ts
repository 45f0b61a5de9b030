/**
 * What a comparison has reported so far, contender by contender. It refuses frames that a correct process would not send:
 * a time of a contender that was not found right, or a verdict on one that does not take part.
 */
import { MAX_SAMPLES, type RunnerFrame } from '../../src/contract/run-job.ts';
import { clockEventRuns } from '../../src/trace/clock-events.ts';

type FrameOf<S extends RunnerFrame['stage']> = Extract<RunnerFrame, { stage: S }>;
type Timed = FrameOf<'done'>['timed'][number];

export type ContenderOutcome =
  | {
      readonly kind: 'timed';
      readonly samplesNs: readonly number[];
      readonly samplesMhz: readonly number[];
      /** In the form of `RunOutcome`. */
      readonly clockEvents?: readonly (readonly [reasons: number, samples: number])[];
      readonly celsius?: { readonly low: number; readonly high: number };
      readonly stop: Timed['stop'];
      readonly launchesPerSample: number;
      readonly workspaces: number;
      readonly discarded: number;
    }
  /** `buffer` is the buffer's number in the launch; the others count elements. */
  | { readonly kind: 'wrong'; readonly buffer: number; readonly wrong: number; readonly firstIndex: number };

type TimedOutcome = Extract<ContenderOutcome, { kind: 'timed' }>;

interface Entry {
  isRight: boolean;
  wrong: FrameOf<'wrong'> | null;
  readonly ns: number[];
  readonly mhz: number[];
  /** One for each sample, unless some are unknown. */
  readonly reasons: number[];
  readonly celsius: number[];
}

export class ComparisonLedger {
  readonly #entries: readonly Entry[];

  constructor(contenders: number) {
    this.#entries = Array.from({ length: contenders }, () => ({
      isRight: false,
      wrong: null,
      ns: [],
      mhz: [],
      reasons: [],
      celsius: [],
    }));
  }

  /** What is wrong with the frame, or null. */
  add(frame: RunnerFrame): string | null {
    switch (frame.stage) {
      case 'verifying':
      case 'right':
      case 'wrong':
      case 'samples':
        return this.#addOf(frame);
      case 'done':
        return this.#checkDone(frame);
      case 'failed':
        return null;
      default:
        return `a frame '${frame.stage}' in a comparison`;
    }
  }

  /** The outcomes after `done`, in the order of the contenders. */
  outcomes({ timed }: FrameOf<'done'>): ContenderOutcome[] {
    return this.#entries.map((entry, number) => {
      const { wrong, ns, mhz } = entry;
      if (wrong !== null) {
        return { kind: 'wrong', buffer: wrong.buffer, wrong: wrong.wrong, firstIndex: wrong.firstIndex };
      }
      const { contender: _, ...how } = timed.find(({ contender }) => contender === number)!;
      return { kind: 'timed', samplesNs: ns, samplesMhz: mhz, ...readingsOf(entry), ...how };
    });
  }

  #addOf(frame: FrameOf<'verifying' | 'right' | 'wrong' | 'samples'>): string | null {
    const entry = this.#entries[frame.contender];
    if (entry === undefined) return `a frame of contender ${frame.contender}, who does not take part`;
    if (frame.stage === 'wrong') entry.wrong ??= frame;
    if (frame.stage === 'right') {
      if (entry.wrong !== null) return `contender ${frame.contender} is right after having been wrong`;
      entry.isRight = true;
    }
    if (frame.stage !== 'samples') return null;
    if (!entry.isRight || entry.wrong !== null) return `times of contender ${frame.contender}, who was not found right`;
    if (entry.ns.length + frame.ns.length > MAX_SAMPLES) return `more than ${MAX_SAMPLES} samples`;
    // Not push(...), since an argument list has a maximum length.
    for (const name of ['ns', 'mhz', 'reasons', 'celsius'] as const)
      for (const each of frame[name] ?? []) entry[name].push(each);
    return null;
  }

  /** Each contender must be either wrong or timed, once, with samples. */
  #checkDone({ timed }: FrameOf<'done'>): string | null {
    for (const [number, { isRight, wrong, ns }] of this.#entries.entries()) {
      const times = timed.filter(({ contender }) => contender === number).length;
      if (wrong === null && (!isRight || times !== 1 || ns.length === 0)) return `no verdict on contender ${number}`;
      if (wrong !== null && times > 0) return `a time of contender ${number}, who is wrong`;
    }
    const stranger = timed.find(({ contender }) => this.#entries[contender] === undefined);
    return stranger === undefined ? null : `a time of contender ${stranger.contender}, who does not take part`;
  }
}

/** Empty if only some samples have these readings. */
function readingsOf({ ns, reasons, celsius }: Entry): Pick<TimedOutcome, 'clockEvents' | 'celsius'> {
  if (reasons.length !== ns.length || celsius.length !== ns.length) return {};
  const [low, high] = celsius.reduce(([a, b], each) => [Math.min(a, each), Math.max(b, each)], [Infinity, 0]);
  return { clockEvents: clockEventRuns(reasons), celsius: { low, high } };
}
