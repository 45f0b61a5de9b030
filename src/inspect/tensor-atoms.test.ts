/** The emulator's fragments of tensor memory are those that the Layouts page shows. */
import { expect, test } from 'vitest';
import { modeAt, offsetAt, sizeOf } from '../model/layout/layout.ts';
import { TMEM_SHAPES } from '../model/layout/tmem-atoms.ts';
import { TENSOR_FRAGMENTS } from '../ptx/isa/fragments/tensor-fragment.ts';

test('both have the same shapes', () => {
  expect(TMEM_SHAPES.map(({ name }) => name).sort()).toEqual(Object.keys(TENSOR_FRAGMENTS).sort());
});

test.each(TMEM_SHAPES)('$name: each lane moves the same cells', ({ name, rows, registers, most, layout }) => {
  const fragment = TENSOR_FRAGMENTS[name];
  expect(fragment).toMatchObject({ rows, registers });
  for (const n of [1, 2, most]) {
    const shown = layout(n);
    expect(sizeOf(modeAt(shown, 1))).toBe(n * registers);
    for (let lane = 0; lane < 32; lane++) {
      for (let register = 0; register < n * registers; register++) {
        const { row, column } = fragment.cellOf(lane, register, n);
        expect(row + rows * column).toBe(offsetAt(modeAt(shown, 0), lane) + offsetAt(modeAt(shown, 1), register));
      }
    }
  }
});
