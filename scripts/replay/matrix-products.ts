/** Kernels around mma.sync and wmma. */
import { bitsOf, type MatrixForm, MatrixRegisters } from './matrix-form.ts';

const sizesOf = (shape: string): number[] => shape.match(/\d+/g)!.map(Number);

/** The form of a product of A, B and C that take this many bytes each. */
const formOf = (id: string, held: readonly MatrixRegisters[], sizes: readonly number[], outBytes: number) => ({
  id,
  inputs: held.map(({ type }, i) => ({ type, sizeBytes: sizes[i] })),
  result: { type: held[2].type, sizeBytes: sizes[2] },
  outBytes,
  tileBytes: 0,
});

/**
 * Form from registers to registers. @param types those of D, A and B; C has D's type. @param bitOperation of 1-bit
 * types: `.and.popc`.
 */
export function mmaForm(shape: string, types: string, satfinite = '', bitOperation = ''): MatrixForm {
  const [d, a, b] = types.split(' ');
  const [m, n, k] = sizesOf(shape);
  const [ra, rb, rc] = [
    new MatrixRegisters('a', a, m * k),
    new MatrixRegisters('b', b, n * k),
    new MatrixRegisters('c', d, m * n),
  ];
  const id = `mma.sync.aligned.${shape}.row.col${satfinite}.${d}.${a}.${b}.${d}${bitOperation}`;
  return {
    ...formOf(id, [ra, rb, rc], [ra.sizeBytes, rb.sizeBytes, rc.sizeBytes], rc.sizeBytes),
    body: `${[ra, rb, rc].map(r => r.declaration).join(' ')}
${ra.load(0)}
${rb.load(ra.sizeBytes)}
${rc.load(ra.sizeBytes + rb.sizeBytes)}
${id} ${rc.list}, ${ra.list}, ${rb.list}, ${rc.list};
${rc.store(0)}`,
  };
}

/**
 * How many elements the registers of A or B have room for (PTX ISA, "Matrix Fragments for WMMA"); the same number for
 * every f16 shape.
 */
const heldElements = (type: string, elements: number): number =>
  type === 'f16' ? 512 : Math.max(elements, 1024 / bitsOf(type));

/** Form from memory to memory; the registers of A and B follow D in the output. */
export function wmmaForm(shape: string, types: string, layouts: string, satfinite = '', bitOperation = ''): MatrixForm {
  const [d, a, b] = types.split(' ');
  const [m, n, k] = sizesOf(shape);
  const [layoutA, layoutB] = layouts.split(' ');
  const bytes = { a: (m * k * bitsOf(a)) / 8, b: (k * n * bitsOf(b)) / 8, c: (m * n * bitsOf(d)) / 8 };
  const ra = new MatrixRegisters('a', a, heldElements(a, m * k));
  const rb = new MatrixRegisters('b', b, heldElements(b, k * n));
  const rc = new MatrixRegisters('c', d, m * n);
  const typed = d === 'f64' ? '.rn.f64.f64.f64.f64' : a === 'f16' ? `.${d}.${d}` : `.${d}.${a}.${b}.${d}`;
  const id = `wmma.mma${bitOperation}.sync.aligned.${layoutA}.${layoutB}.${shape}${typed}${satfinite}`;
  const load = (role: string, layout: string, { type, list }: MatrixRegisters, at: number, stride: number) =>
    `wmma.load.${role}.sync.aligned.${layout}.${shape}.global.${type} ${list}, [%in+${at}], ${stride};`;
  return {
    ...formOf(id, [ra, rb, rc], [bytes.a, bytes.b, bytes.c], bytes.c + ra.sizeBytes + rb.sizeBytes),
    body: `${[ra, rb, rc].map(r => r.declaration).join(' ')}
${load('a', layoutA, ra, 0, layoutA === 'row' ? k : m)}
${load('b', layoutB, rb, bytes.a, layoutB === 'row' ? n : k)}
${load('c', 'row', rc, bytes.a + bytes.b, n)}
${ra.store(bytes.c)}
${rb.store(bytes.c + ra.sizeBytes)}
${id} ${rc.list}, ${ra.list}, ${rb.list}, ${rc.list};
wmma.store.d.sync.aligned.row.${shape}.global.${d} [%out], ${rc.list}, ${n};`,
  };
}
