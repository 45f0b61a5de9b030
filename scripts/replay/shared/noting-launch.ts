/** Launches of noting kernels, and the form of their log. */
import type { Launch } from '../../../src/trace/launch.ts';

const LOG = 'noteLog';
const NOTE_BYTES = 8;

/** The sizes of a launch's log. */
export interface LogShape {
  /** Linear numbers of the CTAs that note, in the order of their slots. */
  readonly ctas: readonly number[];
  readonly threads: number;
  /** Places for the notes of one thread: more than it needs. */
  readonly places: number;
  /** Shared bytes of one CTA, static and dynamic. */
  readonly sharedBytes: number;
}

const product = (numbers: readonly number[]): number => numbers.reduce((a, b) => a * b, 1);

/** The first and the last CTA. */
export const askedCtas = ({ grid }: Launch): readonly number[] => [...new Set([0, product(grid) - 1])];

export const threadsOf = ({ block }: Launch): number => product(block);

const logBytes = ({ ctas, ...slot }: LogShape): number => ctas.length * slotBytes(slot);

const slotBytes = ({ threads, places, sharedBytes }: Omit<LogShape, 'ctas'>): number =>
  threads * places * NOTE_BYTES + Math.ceil(sharedBytes / NOTE_BYTES) * NOTE_BYTES;

/** The same launch of the kernel that `notingPtx` made. */
export const notingLaunch = (launch: Launch, shape: LogShape): Launch => ({
  ...launch,
  buffers: [
    ...launch.buffers,
    { name: LOG, type: 'u8', length: logBytes(shape), init: { kind: 'zeros' }, output: true },
  ],
  params: [
    ...launch.params,
    { kind: 'pointer', buffer: LOG },
    { kind: 'scalar', type: 'u32', value: shape.places },
    { kind: 'scalar', type: 'u32', value: shape.sharedBytes },
  ],
});

/** An instruction's number in its entry, and the address that a thread gave it. */
export type Note = readonly [instruction: number, address: number];

/** Notes of one CTA: for each thread in order, and the CTA's shared memory. */
export interface CtaNotes {
  readonly threads: readonly (readonly Note[])[];
  readonly shared: Uint8Array;
}

/**
 * Notes of each CTA of `shape`, from a launch's outputs by name. If a thread has filled all of its places, it may have
 * had more to note.
 */
export function notesIn(contents: ReadonlyMap<string, Uint8Array>, shape: LogShape): readonly CtaNotes[] {
  const log = contents.get(LOG)!;
  return shape.ctas.map((_, slot) => {
    const start = slot * slotBytes(shape);
    const shared = start + shape.threads * shape.places * NOTE_BYTES;
    const view = new DataView(log.buffer, log.byteOffset + start, shared - start);
    const threads = Array.from({ length: shape.threads }, (_, thread) => notesOf(view, thread, shape.places));
    return { threads, shared: log.slice(shared, shared + shape.sharedBytes) };
  });
}

function notesOf(view: DataView, thread: number, places: number): Note[] {
  const notes: Note[] = [];
  for (let place = 0; place < places; place++) {
    const at = (thread * places + place) * NOTE_BYTES;
    const address = view.getUint32(at + 4, true);
    if (address === 0) return notes;
    notes.push([view.getUint32(at, true), address]);
  }
  return notes;
}
