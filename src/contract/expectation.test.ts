import { describe, expect, it } from 'vitest';
import type { ElementType, Launch } from '../trace/launch.ts';
import { bufferBytes } from '../trace/launch-bytes.ts';
import { compareElements } from './element-comparison.ts';
import { checkExpectation } from './expectation.ts';
import type { Expectation } from './workbench-document.ts';

const launch: Launch = {
  grid: [1, 1, 1],
  block: [4, 1, 1],
  buffers: [
    { name: 'out', type: 'f32', length: 4, init: { kind: 'poison' }, output: true },
    { name: 'in', type: 's32', length: 4, init: { kind: 'iota', start: -1 } },
    { name: 'hash', type: 'u32', length: 2, init: { kind: 'zeros' }, output: true },
  ],
  params: [
    { kind: 'pointer', buffer: 'out' },
    { kind: 'scalar', type: 'f32', value: 0.1 },
    { kind: 'struct', sizeBytes: 16, fields: [{ offset: 8, kind: 'scalar', type: 's64', value: '9007199254740993' }] },
  ],
};

function bytes(type: ElementType, values: (number | string)[]): Uint8Array {
  const made = bufferBytes({ type, length: values.length, init: { kind: 'values', values } }, '');
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

const check = (by: Expectation['by'], found: Uint8Array, buffer = 'out', tolerance = 0) =>
  checkExpectation({ buffer, by, tolerance }, launch, found, ['out', 'factor', 'shape']);
const formula = (text: string): Expectation['by'] => ({ kind: 'formula', formula: text });

describe('an expectation', () => {
  it('rounds a formula to the type of the buffer', () => {
    const found = bytes('f32', [-0.1, 0, 0.1, 0.2]);
    expect(check(formula('factor * in[i]'), found)).toMatchObject({ ok: true, value: { wrong: 0, firstWrong: null } });
    expect(check(formula('p1 * in[i]'), found)).toMatchObject({ ok: true, value: { wrong: 0 } });
  });

  it('says which elements are wrong', () => {
    const checked = check(formula('in[i]'), bytes('f32', [-1, 0, 7, 8]));
    expect(checked.ok && [checked.value.wrong, checked.value.firstWrong, [...checked.value.states]]).toEqual([
      2,
      2,
      [0, 0, 1, 1],
    ]);
  });

  it('takes the low bits of exact integers', () => {
    const by = formula('shape_8 * 2654435761 + i');
    const exact = (9007199254740993n * 2654435761n) & 0xffff_ffffn;
    const wanted = bytes('u32', [Number(exact), Number((exact + 1n) & 0xffff_ffffn)]);
    expect(check(by, wanted, 'hash')).toMatchObject({ ok: true, value: { wrong: 0 } });
    expect(check(formula('-1.9'), bytes('u32', [2 ** 32 - 1, 2 ** 32 - 1]), 'hash')).toMatchObject({
      value: { wrong: 0 },
    });
  });

  it('takes infinities and NaN as values of floats, which are equal to themselves within any tolerance', () => {
    const values = [1, 'Infinity', '-Infinity', 'NaN'];
    const wrong = (found: number[]) => check({ kind: 'values', values }, bytes('f32', found), 'out', 0.5);
    const [plus, minus, none] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
    expect(wrong([1.25, plus, minus, none])).toMatchObject({ ok: true, value: { wrong: 0 } });
    expect(wrong([1, minus, plus, 0])).toMatchObject({ ok: true, value: { wrong: 3 } });
    expect(check({ kind: 'values', values: ['Infinity', 1] }, bytes('u32', [0, 1]), 'hash')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('"Infinity"') },
    });
  });

  it('takes values and bytes', () => {
    const found = bytes('f32', [1, 2, 3, 4.5]);
    expect(check({ kind: 'values', values: [1, 2, 3, 4] }, found)).toMatchObject({
      value: { wrong: 1, firstWrong: 3 },
    });
    expect(check({ kind: 'values', values: [1, 2, 3, 4] }, found, 'out', 0.5)).toMatchObject({ value: { wrong: 0 } });
    const base64 = Buffer.from(found).toString('base64');
    expect(check({ kind: 'base64', base64 }, found)).toMatchObject({ value: { wrong: 0 } });
  });

  it('never takes a NaN for a number', () => {
    const poison = new Uint8Array(16).fill(0xff);
    expect(check(formula('0'), poison, 'out', 1e30)).toMatchObject({ value: { wrong: 4 } });
    expect(check(formula('log(-1)'), poison)).toMatchObject({ value: { wrong: 0 } });
  });

  it.each<[field: string, by: Expectation['by'], buffer?: string]>([
    ['buffer', formula('1'), 'none'],
    ['by.formula', formula('1 +')],
    ['by.formula', formula('m')],
    ['by.formula', formula('in[i + 1]')],
    ['by.values', { kind: 'values', values: [1] }],
    ['by.values[0]', { kind: 'values', values: [-1, 0] }, 'hash'],
    ['by.base64', { kind: 'base64', base64: '*' }],
    ['by.base64', { kind: 'base64', base64: 'AAAA' }],
  ])('names %s', (field, by, buffer = 'out') => {
    const length = buffer === 'hash' ? 8 : 16;
    const checked = check(by, new Uint8Array(length), buffer);
    expect(checked.ok ? null : checked.error.field).toBe(field);
  });

  it('names the column of a formula', () => {
    const checked = check(formula('1 + nosuch'), new Uint8Array(16));
    expect(!checked.ok && checked.error.message).toMatch(/^column 5: no scalar 'nosuch'/);
  });
});

describe('comparison', () => {
  it('is exact beyond 2^53', () => {
    const [a, b] = [bytes('u64', ['9007199254740993']), bytes('u64', ['9007199254740992'])];
    expect(compareElements('u64', a, b, 0).wrong).toBe(1);
    expect(compareElements('u64', a, b, 1).wrong).toBe(0);
  });
});
