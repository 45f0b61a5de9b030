/** Approximate functions where the manual's error leaves room: an H100's answers (driver 580.159.04) show what its hardware does. */
import { expect, test } from 'vitest';
import { outputOf } from './assembly.ts';

const view = new DataView(new ArrayBuffer(4));
function floatOf(word: number): number {
  view.setInt32(0, word);
  return view.getFloat32(0);
}
const answer = (instruction: string, source: string): number =>
  floatOf(outputOf({ body: `mov.f32 %r1, ${source}; ${instruction}; st.global.f32 [%out], %r2;`, threads: 1 })[0]);

const [BIG, MINUS_50, HUNDRED, THREE_POINT_3] = ['0f60AD78EC', '0fC2480000', '0f42C80000', '0f40533333'];

test('angles are counted in turns, so that large ones lose their place', () => {
  expect(answer('sin.approx.ftz.f32 %r2, %r1', BIG)).toBe(0);
  expect(answer('cos.approx.ftz.f32 %r2, %r1', BIG)).toBe(1);
  // The sine of -50 itself is 0.26237485.
  expect(Math.abs(answer('sin.approx.f32 %r2, %r1', MINUS_50) - 0.2623785)).toBeLessThan(4e-7);
});

test.each(['approx', 'full'])('div.%s multiplies by the rounded reciprocal', form => {
  // The quotients are -15.151515 and 30.30303.
  expect(answer(`div.${form}.f32 %r2, %r1, ${THREE_POINT_3}`, MINUS_50)).toBe(Math.fround(-15.151516));
  expect(answer(`div.${form}.ftz.f32 %r2, %r1, ${THREE_POINT_3}`, HUNDRED)).toBe(Math.fround(30.303032));
});
