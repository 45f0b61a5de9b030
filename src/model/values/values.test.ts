import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roundStep } from '../../base/round-step.ts';
import { ELEMENT_BYTES, ELEMENT_TYPES, type ElementType } from '../../trace/launch.ts';
import { bufferBytes, elementAt } from '../../trace/launch-bytes.ts';
import { joinedRange, valueHistogram, valueRange } from './value-histogram.ts';
import { valueText } from './value-text.ts';

function bytesOf(type: ElementType, values: readonly (number | string)[]): Uint8Array {
  const bytes = bufferBytes({ type, length: values.length, init: { kind: 'values', values } }, 'b');
  if (!bytes.ok) throw new Error(bytes.error.message);
  return bytes.value;
}

const anyBytes = fc.tuple(fc.constantFrom(...ELEMENT_TYPES), fc.uint8Array({ minLength: 8, maxLength: 400 }));

describe('histogram', () => {
  test('counts every element once, whatever the bytes', () => {
    fc.assert(
      fc.property(anyBytes, ([type, bytes]) => {
        const h = valueHistogram(bytes, type);
        const binned = h.counts.reduce((sum, count) => sum + count, 0);
        expect(binned + h.nan + h.positiveInfinity + h.negativeInfinity).toBe(h.elements);
        expect(h.elements).toBe(Math.floor(bytes.length / ELEMENT_BYTES[type]));
        expect(h.counts.length).toBeLessThanOrEqual(64);
      }),
    );
  });

  test('puts each value between the edges of its bin', () => {
    fc.assert(
      fc.property(anyBytes, ([type, bytes]) => {
        const h = valueHistogram(bytes, type);
        const counts = h.counts.map(() => 0);
        for (let i = 0; i < h.elements; i++) {
          const value = Number(elementAt(bytes, type, i));
          if (!Number.isFinite(value)) continue;
          // Both are divided by the width, so that values of any magnitude are compared in the same way.
          const [at, from] = [value / h.width, h.from / h.width];
          const bin = counts.findIndex((_, i) => at < Math.round(from) + i + 1);
          expect(at).toBeGreaterThanOrEqual(Math.round(from));
          expect(bin).toBeGreaterThanOrEqual(0);
          counts[bin]++;
        }
        expect(h.counts).toEqual(counts);
      }),
    );
  });

  test('few integers get a bin each', () => {
    const h = valueHistogram(bytesOf('s32', [-2, 3, 3, 3, 0]), 's32');
    expect(h).toMatchObject({ from: -2, width: 1, isDiscrete: true, counts: [1, 0, 1, 0, 0, 3] });
  });

  test('what is no finite number is counted apart', () => {
    const bytes = bytesOf('f16', [1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]);
    expect(valueHistogram(bytes, 'f16')).toMatchObject({ nan: 2, positiveInfinity: 1, negativeInfinity: 1 });
    expect(valueRange(bytes, 'f16')).toEqual({ least: 1, greatest: 1 });
    expect(valueHistogram(new Uint8Array(8).fill(0xff), 'f32')).toMatchObject({ counts: [], nan: 2, range: null });
  });

  test('two buffers on one axis have the same bins', () => {
    const [a, b] = [bytesOf('f32', [0, 10]), bytesOf('f32', [-90, 1])];
    const both = joinedRange(valueRange(a, 'f32'), valueRange(b, 'f32'));
    const [first, second] = [valueHistogram(a, 'f32', both), valueHistogram(b, 'f32', both)];
    expect([first.from, first.width, first.counts.length]).toEqual([second.from, second.width, second.counts.length]);
    expect(first.counts.reduce((sum, n) => sum + n)).toBe(2);
  });

  test('bins are of round widths', () => {
    expect([0.013, 0.02, 0.3, 4, 6].map(roundStep)).toEqual([0.02, 0.02, 0.5, 5, 10]);
  });
});

describe('value text', () => {
  test('is short, and names the value', () => {
    expect(valueText(Math.fround(0.1), 'f32')).toBe('0.1');
    expect(valueText(0.1, 'f64')).toBe('0.1');
    expect(valueText(0.0999755859375, 'f16')).toBe('0.1');
    expect(valueText(-0, 'f32')).toBe('-0');
    expect(valueText(Number.NEGATIVE_INFINITY, 'f32')).toBe('-inf');
    expect(valueText(Number.NaN, 'f32')).toBe('nan');
    expect(valueText(2n ** 63n, 'u64')).toBe('9223372036854775808');
  });

  test('reads back as the same element of every type', () => {
    fc.assert(
      fc.property(anyBytes, ([type, bytes]) => {
        const value = elementAt(bytes, type, 0);
        if (typeof value === 'number' && !Number.isFinite(value)) return;
        const text = valueText(value, type);
        const back = bytesOf(type, [typeof value === 'bigint' ? text : Number(text)]);
        expect(elementAt(back, type, 0)).toBe(value);
      }),
    );
  });
});
