/**
 * What a comparison has said so far, contender by contender. It takes no frame that a sound process would not send: no time
 * of what was not found right, no verdict on somebody who does not take part.
 */
import { MAX_SAMPLES, type RunnerFrame } from '../../src/contract/run-job.ts';

type FrameOf<S extends RunnerFrame['stage']> = Extract<RunnerFrame, { stage: S }>;
type Timed = FrameOf<'done'>['timed'][number];

export type ContenderOutcome =
  | {
      readonly kind: 'timed';
      readonly samplesNs: readonly number[];
      readonly samplesMhz: readonly number[];
      readonly stop: Timed['stop'];
      readonly launchesPerSample: number;
      readonly workspaces: number;
      readonly discarded: number;
    }
  /** `buffer` is its number in the launch, the others are in its elements. */
  | { readonly kind: 'wrong'; readonly buffer: number; readonly wrong: number; readonly firstIndex: number };

interface Entry {
  isRight: boolean;
  wrong: FrameOf<'wrong'> | null;
  readonly ns: number[];
  readonly mhz: number[];
}

export class ComparisonLedger {
  readonly #entries: readonly Entry[];

  constructor(contenders: number) {
    this.#entries = Array.from({ length: contenders }, () => ({ isRight: false, wrong: null, ns: [], mhz: [] }));
  }

  /** null, or what is wrong with the frame. */
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

  /** After `done`, in the order of the contenders. */
  outcomes({ timed }: FrameOf<'done'>): ContenderOutcome[] {
    return this.#entries.map(({ wrong, ns, mhz }, number) => {
      if (wrong !== null) {
        return { kind: 'wrong', buffer: wrong.buffer, wrong: wrong.wrong, firstIndex: wrong.firstIndex };
      }
      const { contender: _, ...how } = timed.find(({ contender }) => contender === number)!;
      return { kind: 'timed', samplesNs: ns, samplesMhz: mhz, ...how };
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
    for (const [i, ns] of frame.ns.entries()) {
      entry.ns.push(ns);
      entry.mhz.push(frame.mhz[i]);
    }
    return null;
  }

  /** Everyone is either wrong or timed, once, with samples. */
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
