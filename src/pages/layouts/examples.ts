/** Layouts worth a look, each a part of the page's state. */
import { type LayoutsState, OWN } from '../links/layouts.ts';

export interface Example {
  readonly title: string;
  readonly hint: string;
  readonly state: Partial<LayoutsState>;
}

const algebra = (title: string, hint: string, state: Partial<LayoutsState>): Example => ({
  title,
  hint,
  state: { view: 'algebra', ...state },
});
const threads = (title: string, hint: string, state: Partial<LayoutsState>): Example => ({
  title,
  hint,
  state: { view: 'threads', shared: '', ...state },
});

const swizzles = (title: string, hint: string, chain: string): Example => ({
  title,
  hint,
  state: { view: 'swizzles', chain },
});

export const EXAMPLES: readonly Example[] = [
  algebra('Tile a matrix by modes', 'zipped divide', {
    op: 'zipped-divide',
    a: '(8,12):(12,1)',
    b: '<4:1, (2,2):(1,6)>',
  }),
  algebra('Every second of four', 'logical divide in one mode', {
    op: 'logical-divide',
    a: '(4,2,3):(2,1,8)',
    b: '4:2',
  }),
  algebra('A shape as another', 'composition', { op: 'composition', a: '(6,2):(8,2)', b: '(4,3):(3,1)' }),
  algebra('What a layout leaves out', 'complement', { op: 'complement', a: '(2,2):(1,6)', cotarget: '24' }),
  algebra('A block repeated', 'logical product', { op: 'logical-product', a: '(2,4):(4,1)', b: '(3,4):(4,1)' }),
  algebra('Copies that overlap', 'product by modes', { op: 'tiled-product', a: '(2,5):(5,1)', b: '<3:1, 4:1>' }),
  algebra('From offsets to coordinates', 'right inverse', { op: 'right-inverse', a: '(4,8):(8,1)' }),
  algebra('A swizzled tile', '64 halves a row, Swizzle<3,3,3>', {
    op: 'show',
    a: 'Sw<3,3,3> o 0 o (16,64):(64,1)',
    elementBytes: 2,
    colour: 'bank',
  }),
  threads('mma operands', 'm16n8k16, A', { atom: 'mma.m16n8k16 f16 or bf16', part: 'A' }),
  threads('wgmma accumulators', 'm64n64k16, C', { atom: 'wgmma.m64nNk16 f16 or bf16', part: 'C', n: 64 }),
  threads('Tensor memory in registers', 'tcgen05.ld.16x256b.x4', {
    atom: 'tcgen05.ld/st.16x256b.xN',
    part: 'registers',
    n: 4,
  }),
  threads('A copy’s threads and values', '8 × 4 threads of 1 × 4 elements', {
    atom: OWN,
    part: 'T V',
    tv: '((4,8),4):((32,1),8)',
    matrix: '8, 16',
    elementBytes: 4,
    shared: '(8,16):(16,1)',
  }),
  threads('ldmatrix with conflicts', 'rows at a pitch of 128 bytes', {
    atom: 'ldmatrix.x4',
    part: 'registers',
    shared: '(32,8):(64,1)',
  }),
  threads('ldmatrix, swizzled', 'the same rows through Swizzle<3,3,3>', {
    atom: 'ldmatrix.x4',
    part: 'registers',
    shared: 'Sw<3,3,3> o 0 o (32,8):(64,1)',
  }),
  swizzles('64B undone in 128B', 'the rest is one swizzle', 'Sw<3,4,3> o Sw<2,4,3>'),
  swizzles(
    'Two that are not one swizzle',
    'the second flips bits by which the first flips others',
    'Sw<2,0,3> o Sw<2,2,3>',
  ),
];
