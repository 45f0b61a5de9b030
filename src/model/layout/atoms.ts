/**
 * Which element of a matrix each thread of a tensor-core instruction holds, as thread-value layouts in CuTe's manner.
 * Mode 0 counts threads. Mode 1 counts the values of one thread in the order of its registers; of values that share a
 * register, the one in the low bits comes first. Source: the fragment figures of the PTX ISA, "Matrix Fragments for mma",
 * "wgmma register fragments", ldmatrix and stmatrix.
 */
import { assert } from '../../base/assert.ts';
import type { Layout } from './layout.ts';
import { errorText } from './layout-error.ts';
import { parseLayout } from './notation.ts';

export interface MmaAtom {
  /**
   * The instruction's name in PTX: its shape, the order of A and B if there is a choice, the type of A and B, and the
   * type of C if it matters.
   */
  readonly name: string;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** Gives the thread of the warp or warpgroup for each thread that the fragments count. */
  readonly threads: Layout;
  /** Gives row + m * column of A. */
  readonly a: Layout;
  /** Gives column + n * row of B, since CuTe reads B as N x K. */
  readonly b: Layout;
  /** Gives row + m * column of C and D. */
  readonly c: Layout;
}

function read(text: string): Layout {
  const layout = parseLayout(text);
  assert(layout.ok, layout.ok ? text : errorText(layout.error));
  return layout.value;
}

function atom(name: string, mnk: readonly [number, number, number], threads: string, abc: readonly string[]): MmaAtom {
  const [m, n, k] = mnk;
  const [a, b, c] = abc.map(read);
  return { name, m, n, k, threads: read(threads), a, b, c };
}

/** Lane / 4 gives the row, and lane mod 4 a pair of columns; the next two values lie 8 rows below. */
const C_16X8 = '((4,8),(2,2)):((32,1),(16,8))';
const C_8X8 = '((4,8),2):((16,1),8)';
/** Each lane holds one element. For 16 rows it holds two; the second lies 8 rows below the first. */
const AB_8X4 = '((4,8),1):((8,1),0)';
const A_16X4 = '((4,8),2):((16,1),8)';
const A_16X8 = '((4,8),(2,2)):((16,1),(8,64))';
const B_8X8 = '((4,8),2):((8,1),32)';
const BYTES_8X16 = '((4,8),4):((32,1),8)';

const WHOLE_WARP: readonly MmaAtom[] = [
  atom('mma.m16n8k16 f16 or bf16', [16, 8, 16], '32:1', [
    '((4,8),(2,2,2)):((32,1),(16,8,128))',
    '((4,8),(2,2)):((16,1),(8,64))',
    C_16X8,
  ]),
  atom('mma.m16n8k8 f16 or bf16', [16, 8, 8], '32:1', [C_16X8, '((4,8),2):((16,1),8)', C_16X8]),
  atom('mma.m16n8k4 tf32', [16, 8, 4], '32:1', [A_16X4, AB_8X4, C_16X8]),
  atom('mma.m16n8k8 tf32', [16, 8, 8], '32:1', [A_16X8, B_8X8, C_16X8]),
  atom('mma.m8n8k16 8-bit', [8, 8, 16], '32:1', [BYTES_8X16, BYTES_8X16, C_8X8]),
  atom('mma.m16n8k16 8-bit', [16, 8, 16], '32:1', ['((4,8),(4,2)):((64,1),(16,8))', BYTES_8X16, C_16X8]),
  atom('mma.m16n8k32 8-bit', [16, 8, 32], '32:1', [
    '((4,8),(4,2,2)):((64,1),(16,8,256))',
    '((4,8),(4,2)):((32,1),(8,128))',
    C_16X8,
  ]),
  atom('mma.m8n8k4 f64', [8, 8, 4], '32:1', [AB_8X4, AB_8X4, C_8X8]),
  atom('mma.m16n8k4 f64', [16, 8, 4], '32:1', [A_16X4, AB_8X4, C_16X8]),
  atom('mma.m16n8k8 f64', [16, 8, 8], '32:1', [A_16X8, B_8X8, C_16X8]),
  atom('mma.m16n8k16 f64', [16, 8, 16], '32:1', ['((4,8),(2,4)):((16,1),(8,64))', '((4,8),4):((8,1),32)', C_16X8]),
];

/** A warp computes four products: the first by lanes 0-3 and 16-19, each next one by lanes 4 higher. */
const QUAD_PAIR = '(4,2):(1,16)';
/** Each thread holds one row of A or one column of B: one index of M or N, and all of K. */
const ALONG_K = '((4,2),4):((1,4),8)';
/** Each thread holds four elements of one column of A, or of one row of B. */
const ACROSS_K = '((4,2),4):((8,4),1)';
const C_QUAD_PAIR = { f16: '((4,2),8):((1,4),8)', f32: '((2,2,2),(2,2,2)):((1,16,4),(8,2,32))' };

const QUAD_PAIRS: readonly MmaAtom[] = (['row', 'col'] as const).flatMap(a =>
  (['row', 'col'] as const).flatMap(b =>
    (['f16', 'f32'] as const).map(c =>
      atom(`mma.m8n8k4.${a}.${b} f16, C ${c}`, [8, 8, 4], QUAD_PAIR, [
        a === 'row' ? ALONG_K : ACROSS_K,
        b === 'col' ? ALONG_K : ACROSS_K,
        C_QUAD_PAIR[c],
      ]),
    ),
  ),
);

export const MMA_ATOMS: readonly MmaAtom[] = [...WHOLE_WARP, ...QUAD_PAIRS];

/** The fragments of A that wgmma reads from registers, by type of A and B: four warps with 16 rows each. */
const WGMMA_A = {
  'f16 or bf16': { k: 16, a: '((4,8,4),(2,2,2)):((128,1,16),(64,8,512))' },
  tf32: { k: 8, a: '((4,8,4),(2,2)):((64,1,16),(8,256))' },
  '8-bit': { k: 32, a: '((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))' },
} as const;

export type WgmmaType = keyof typeof WGMMA_A;
export const WGMMA_TYPES = Object.keys(WGMMA_A) as readonly WgmmaType[];
/** The instruction's name; 'N' stands for any number of columns of B. */
export const wgmmaName = (type: WgmmaType, n: number | 'N' = 'N'): string =>
  `wgmma.m64n${n}k${WGMMA_A[type].k} ${type}`;

/**
 * The fragments of wgmma.m64nNkK, where K is 32 bytes of A. All threads read B from shared memory, so every thread has
 * all of it: stride 0.
 * @param n a multiple of 8 from 8 to 256.
 */
export function wgmmaAtom(type: WgmmaType, n: number): MmaAtom {
  assert(n % 8 === 0 && n >= 8 && n <= 256, `N = ${n} is a multiple of 8 from 8 to 256`);
  const { k, a } = WGMMA_A[type];
  return atom(wgmmaName(type, n), [64, n, k], '128:1', [
    a,
    `(128,(${n},${k})):(0,(1,${n}))`,
    `((4,8,4),(2,2,${n / 8})):((128,1,16),(64,8,512))`,
  ]);
}

/** ldmatrix and stmatrix move 8 x 8 matrices of 16-bit elements between rows of 16 bytes and registers. */
export interface MatrixMove {
  /** Layout from (address lane, element) to element. Lane l gives the address of row l: row l mod 8 of matrix l / 8. */
  readonly rows: Layout;
  /** Layout from (lane, value) to the same elements. A register holds two values of one matrix. */
  readonly registers: Layout;
}

/** The move of `.x1`, `.x2` or `.x4`. With `.trans`, a register of a lane holds two elements of one column. */
export function matrixMove(matrices: 1 | 2 | 4, transposed: boolean): MatrixMove {
  const strides = transposed ? '((16,1),(8,64))' : '((2,8),(1,64))';
  return {
    rows: read(`(${8 * matrices},8):(8,1)`),
    registers: read(`((4,8),(2,${matrices})):${strides}`),
  };
}
