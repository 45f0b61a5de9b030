/** What each thread of a tensor-core instruction holds, as a table of a matrix: by name, with the size of an element. */
import { assert } from '../../base/assert.ts';
import { MMA_ATOMS, type MmaAtom, matrixMove, WGMMA_TYPES, wgmmaAtom, wgmmaName } from '../layout/atoms.ts';
import { type Layout, modeAt, offsetAt, sizeOf } from '../layout/layout.ts';
import { TMEM_SHAPES, type TmemShape } from '../layout/tmem-atoms.ts';

export interface Fragment {
  /** The instruction's name. */
  readonly name: string;
  /** 'A', 'B', 'C', or 'registers' of a move. */
  readonly part: string;
  readonly rows: number;
  readonly columns: number;
  /**
   * In which order the layout counts the elements: down columns first, or along rows first. B is counted along rows
   * first, since CuTe reads it as N x K.
   */
  readonly order: 'columns first' | 'rows first';
  /** Mode 0 counts threads, mode 1 the values of one thread. */
  readonly layout: Layout;
  /** Gives the thread of the warp or warpgroup for each thread that the layout counts. */
  readonly threads: Layout;
  readonly elementBytes: number;
  /** How many matrices an ldmatrix or stmatrix moves; 0 = the values are moved one by one. */
  readonly matrices: 0 | 1 | 2 | 4;
  /** Whether the hardware reads the fragment directly from shared memory, so that no thread holds it. */
  readonly fromShared: boolean;
}

/** The values that N of an instruction's name may have. */
export interface FragmentSizes {
  readonly label: string;
  readonly values: readonly number[];
  /** The value if the user chooses none. */
  readonly usual: number;
}

export interface FragmentAtom {
  readonly name: string;
  readonly parts: readonly string[];
  /** Null if the name has no N. */
  readonly sizes: FragmentSizes | null;
  /** What rows and columns mean if they are not those of a matrix, and what is unknown; '' if there is nothing to add. */
  readonly note: string;
  /** @param n one of the sizes; not used if the instruction has no sizes. */
  readonly fragment: (part: string, n: number) => Fragment;
}

const WGMMA_SIZES: FragmentSizes = {
  label: 'N',
  values: Array.from({ length: 32 }, (_, i) => 8 * (i + 1)),
  usual: 64,
};
export const WGMMA = wgmmaName('f16 or bf16');

const PARTS = ['A', 'B', 'C'];
const QUAD_PAIR_NOTE =
  'One of a warp’s four products: that of lanes 0 to 3 and 16 to 19. The lanes of the other three are 4, 8 and 12 higher. ' +
  'The emulator does not execute it; an H200 was seen to hold every number where it is drawn.';

/** Bytes of an element of A or B. An element of C has more bytes if it accumulates. */
function bytesOf(name: string, part: string): number {
  if (name.includes('f64')) return 8;
  if (part === 'C') return name.endsWith('C f16') ? 2 : 4;
  return name.includes('tf32') ? 4 : name.includes('8-bit') ? 1 : 2;
}

function ofMma(atom: MmaAtom, part: string): Fragment {
  const { name, m, n, k, threads } = atom;
  const shapes = {
    A: { rows: m, columns: k, order: 'columns first', layout: atom.a },
    B: { rows: k, columns: n, order: 'rows first', layout: atom.b },
    C: { rows: m, columns: n, order: 'columns first', layout: atom.c },
  } as const;
  const shape = shapes[part as keyof typeof shapes];
  assert(shape !== undefined, `${part} is A, B or C`);
  const fromShared = name.startsWith('wgmma') && part === 'B';
  return { name, part, ...shape, threads, elementBytes: bytesOf(name, part), matrices: 0, fromShared };
}

const moves = (['ldmatrix', 'stmatrix'] as const).flatMap(instruction =>
  ([1, 2, 4] as const).flatMap(matrices =>
    [false, true].map((transposed): FragmentAtom => {
      const name = `${instruction}.x${matrices}${transposed ? '.trans' : ''}`;
      const fragment = (): Fragment => ({
        name,
        part: 'registers',
        rows: 8 * matrices,
        columns: 8,
        order: 'rows first',
        layout: matrixMove(matrices, transposed).registers,
        threads: { shape: 32, stride: 1 },
        elementBytes: 2,
        matrices,
        fromShared: false,
      });
      return { name, parts: ['registers'], sizes: null, note: '', fragment };
    }),
  ),
);

const TMEM_NOTE =
  'Rows are lanes of tensor memory, columns its cells of 32 bits, both counted from the address. For compute capability 10.0: ' +
  'compared with published tables, not with the emulator, which does not execute it.';

const ofTmem = ({ name, rows, columns, most, layout }: TmemShape): FragmentAtom => ({
  name: `tcgen05.ld/st.${name}.xN`,
  parts: ['registers'],
  sizes: { label: 'N', values: Array.from({ length: Math.log2(most) + 1 }, (_, i) => 2 ** i), usual: 4 },
  note: name.endsWith('x2') ? `${TMEM_NOTE} Columns of lanes 16 to 31 as for immHalfSplitoff = N.` : TMEM_NOTE,
  fragment: (part, n) => ({
    ...{ name: `tcgen05.ld/st.${name}.x${n}`, part, rows, columns: columns * n, order: 'columns first' },
    ...{ layout: layout(n), threads: { shape: 32, stride: 1 }, elementBytes: 4, matrices: 0, fromShared: false },
  }),
});

export const FRAGMENT_ATOMS: ReadonlyMap<string, FragmentAtom> = new Map(
  [
    ...MMA_ATOMS.map(
      (atom): FragmentAtom => ({
        ...{ name: atom.name, parts: PARTS, sizes: null, note: sizeOf(atom.threads) === 32 ? '' : QUAD_PAIR_NOTE },
        fragment: part => ofMma(atom, part),
      }),
    ),
    ...WGMMA_TYPES.map(
      (type): FragmentAtom => ({
        ...{ name: wgmmaName(type), parts: PARTS, sizes: WGMMA_SIZES, note: '' },
        fragment: (part, n) => ofMma(wgmmaAtom(type, n), part),
      }),
    ),
    ...moves,
    ...TMEM_SHAPES.map(ofTmem),
  ].map(atom => [atom.name, atom]),
);

export interface Holder {
  /** The thread's number in the warp or warpgroup. */
  readonly thread: number;
  readonly value: number;
}

export const threadsOf = ({ layout }: Fragment): number => sizeOf(modeAt(layout, 0));
export const valuesOf = ({ layout }: Fragment): number => sizeOf(modeAt(layout, 1));

/** The element of the matrix that a thread holds as one of its values, counted row by row of the picture. */
export function elementOf({ layout, rows, columns, order }: Fragment, thread: number, value: number): number {
  const offset = offsetAt(modeAt(layout, 0), thread) + offsetAt(modeAt(layout, 1), value);
  return order === 'rows first' ? offset : (offset % rows) * columns + Math.floor(offset / rows);
}

/** For each element, row by row: which threads hold it. */
export function holdersOf(fragment: Fragment): readonly (readonly Holder[])[] {
  const holders: Holder[][] = Array.from({ length: fragment.rows * fragment.columns }, () => []);
  for (let thread = 0; thread < threadsOf(fragment); thread++)
    for (let value = 0; value < valuesOf(fragment); value++)
      holders[elementOf(fragment, thread, value)].push({ thread: offsetAt(fragment.threads, thread), value });
  return holders;
}
