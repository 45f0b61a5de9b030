/** What may be seen before a guess where the page itself would tell: rows of boxes with names, and nothing of the answer. */
import { CHUNK_BYTES, LINE_BYTES } from '../base/hardware.ts';
import { count } from '../base/numbers.ts';

export interface GivenBox {
  readonly text: string;
  /** Asked for, over, under way; absent: nothing of these. */
  readonly state?: 'asked' | 'over' | 'now';
}

export interface Given {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly boxes: readonly GivenBox[] }[];
}

const times = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at));
const ROWS = 8;

/** A tile of eight lines of chunks as it is without a swizzle, at byte `base`; one chunk is asked for. */
export const plainTile = (base: number, asked: { readonly row: number; readonly chunk: number } | null): Given => ({
  title: 'The tile without a swizzle: 8 lines of 128 bytes, in each 8 chunks of 16',
  rows: times(ROWS, row => ({
    name: `row ${row}, from byte ${count(base + row * LINE_BYTES)}`,
    boxes: times(LINE_BYTES / CHUNK_BYTES, chunk => ({
      text: `${chunk}`,
      ...(asked?.row === row && asked.chunk === chunk ? { state: 'asked' as const } : {}),
    })),
  })),
});

/** The bits of a byte address of which the 128-byte swizzle XORs three onto three others. */
export const swizzledBits = (): Given => ({
  title: 'SWIZZLE_128B on the bits of a byte address: 9 to 7 are XORed onto 6 to 4',
  rows: [
    {
      name: 'bit',
      boxes: times(11, at => {
        const bit = 10 - at;
        const state = bit > 9 || bit < 4 ? {} : { state: bit > 6 ? ('over' as const) : ('now' as const) };
        return { text: `${bit}`, ...state };
      }),
    },
  ],
});

const THEN = { over: 'complete', now: 'under way', asked: 'to come' } as const;

/** Phases of an mbarrier after so many have been completed. */
export const phases = (completed: number): Given => ({
  title: 'Phases of the barrier',
  rows: [
    {
      name: 'phase',
      boxes: times(completed + 2, phase => {
        const state = phase < completed ? 'over' : phase === completed ? 'now' : undefined;
        return { text: `${phase}, parity ${phase & 1}: ${THEN[state ?? 'asked']}`, ...(state && { state }) };
      }),
    },
  ],
});

/** The two counters of an mbarrier that one thread told of bytes. */
export const counters = (bytes: number): Given => ({
  title: 'What a barrier keeps count of',
  rows: [
    { name: 'arrivals to come', boxes: [{ text: '?', state: 'asked' }] },
    { name: 'bytes to come', boxes: [{ text: count(bytes) }] },
  ],
});

/** Groups of wgmma that were committed, one after the other. */
export const groups = (committed: number): Given => ({
  title: 'Groups in the order in which they were committed, the oldest first',
  rows: [{ name: 'group', boxes: times(committed, group => ({ text: `${group}` })) }],
});

/** Which slot each piece goes into. */
export const slots = (stages: number, pieces: number): Given => ({
  title: `A ring of ${stages} slots: piece by piece`,
  rows: [
    { name: 'piece', boxes: times(pieces, piece => ({ text: `${piece}` })) },
    {
      name: 'slot',
      boxes: times(pieces, piece => ({
        text: `${piece % stages}`,
        ...(piece % stages === 0 && { state: 'asked' as const }),
      })),
    },
  ],
});

/** Rings of several sizes, whose times are asked for. */
export const rings = (sizes: readonly number[]): Given => ({
  title: 'The slots of each ring',
  rows: sizes.map(stages => ({
    name: `${stages} stages`,
    boxes: times(stages, slot => ({ text: `slot ${slot}` })),
  })),
});

/** Elements of a fragment, one of them asked for. */
export const fragment = (part: string, rows: number, columns: number, row: number, column: number): Given => ({
  title: `${part}: ${rows} rows, ${columns} columns`,
  rows: times(rows, at => ({
    name: `row ${at}`,
    boxes: times(columns, of => ({ text: `${of}`, ...(at === row && of === column && { state: 'asked' as const }) })),
  })),
});

/** What stands between writing a tile and reading it. */
export const between = (first: string, last: string): Given => ({
  title: 'In this order',
  rows: [{ name: 'steps', boxes: [{ text: first }, { text: '?', state: 'asked' }, { text: last }] }],
});
