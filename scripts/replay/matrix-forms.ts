/** The emulator's matrix instructions that sm_90a has, in all their shapes, types and layouts. */
import type { MatrixForm } from './matrix-form.ts';
import { ldmatrixForm, MOVMATRIX, stmatrixForm } from './matrix-moves.ts';
import { mmaForm, wmmaForm } from './matrix-products.ts';

const pairs = (types: string): string[] => types.split(' ').flatMap(a => types.split(' ').map(b => `${a} ${b}`));

export const MATRIX_FORMS: readonly MatrixForm[] = [
  ...['m16n8k8', 'm16n8k16'].flatMap(shape =>
    ['f16 f16 f16', 'f32 f16 f16', 'f32 bf16 bf16'].map(types => mmaForm(shape, types)),
  ),
  ...['m16n8k4', 'm16n8k8'].map(shape => mmaForm(shape, 'f32 tf32 tf32')),
  ...['m16n8k16', 'm16n8k32'].flatMap(shape =>
    pairs('e4m3 e5m2').flatMap(ab => [mmaForm(shape, `f32 ${ab}`), mmaForm(shape, `f16 ${ab}`)]),
  ),
  ...['m8n8k4', 'm16n8k4', 'm16n8k8', 'm16n8k16'].map(shape => mmaForm(shape, 'f64 f64 f64')),
  ...['m8n8k16', 'm16n8k16', 'm16n8k32'].flatMap(shape =>
    pairs('s8 u8').flatMap(ab => ['', '.satfinite'].map(s => mmaForm(shape, `s32 ${ab}`, s))),
  ),
  ...['m8n8k32', 'm16n8k32', 'm16n8k64'].flatMap(shape =>
    pairs('s4 u4').flatMap(ab => ['', '.satfinite'].map(s => mmaForm(shape, `s32 ${ab}`, s))),
  ),
  ...['m16n16k16', 'm32n8k16', 'm8n32k16'].flatMap(shape => [
    ...['row col', 'col row', 'row row', 'col col'].flatMap(layouts => [
      wmmaForm(shape, 'f32 f16 f16', layouts),
      wmmaForm(shape, 'f16 f16 f16', layouts),
    ]),
    wmmaForm(shape, 'f32 bf16 bf16', 'row col'),
    wmmaForm(shape, 'f32 bf16 bf16', 'col row'),
    ...['s8', 'u8'].flatMap(type => [
      wmmaForm(shape, `s32 ${type} ${type}`, 'row col'),
      wmmaForm(shape, `s32 ${type} ${type}`, 'col row', '.satfinite'),
    ]),
  ]),
  wmmaForm('m16n16k8', 'f32 tf32 tf32', 'row col'),
  wmmaForm('m16n16k8', 'f32 tf32 tf32', 'col row'),
  wmmaForm('m8n8k4', 'f64 f64 f64', 'row col'),
  wmmaForm('m8n8k4', 'f64 f64 f64', 'col row'),
  wmmaForm('m8n8k32', 's32 s4 s4', 'row col'),
  wmmaForm('m8n8k32', 's32 u4 u4', 'row col', '.satfinite'),
  ...['.xor.popc', '.and.popc'].flatMap(operation => [
    ...['m8n8k128', 'm16n8k128', 'm16n8k256'].map(shape => mmaForm(shape, 's32 b1 b1', '', operation)),
    wmmaForm('m8n8k128', 's32 b1 b1', 'row col', '', operation),
  ]),
  ...[1, 2, 4].flatMap(count => ['', '.trans'].map(trans => ldmatrixForm(count, trans))),
  ...[1, 2, 4].flatMap(count => ['', '.trans'].map(trans => stmatrixForm(count, trans))),
  MOVMATRIX,
];
