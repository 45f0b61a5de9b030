import { describe, expect, test } from 'vitest';
import { between, oneOf, schemaOf } from './param-schema.ts';

const schema = schemaOf(
  { tile: oneOf(32, 64), rows: between(1, 100), base: between(0, 64, 16) },
  { tile: 32, rows: 10, base: 0 },
  ({ tile, rows }) => (tile * rows > 3200 ? { message: 'too large', field: 'rows' } : null),
);

test('a record is completed', () => {
  expect(schema.check({})).toEqual({ ok: true, value: { tile: 32, rows: 10, base: 0 } });
  expect(schema.parse({ tile: 64, rows: 50 })).toEqual({ tile: 64, rows: 50, base: 0 });
});

test.each([[{ rows: 1 }], [{ rows: 100 }], [{ base: 64 }]])('%o is within the limits', params => {
  expect(schema.check(params).ok).toBe(true);
});

describe('the first thing that is wrong', () => {
  test.each([
    [{ tile: 48 }, 'tile', 'expected one of 32, 64'],
    [{ tile: '32' }, 'tile', 'expected one of 32, 64'],
    [{ rows: 0 }, 'rows', 'expected a whole number from 1 to 100'],
    [{ rows: 101 }, 'rows', 'expected a whole number from 1 to 100'],
    [{ rows: 1.5 }, 'rows', 'expected a whole number from 1 to 100'],
    [{ rows: Number.NaN }, 'rows', 'expected a whole number from 1 to 100'],
    [{ base: 8 }, 'base', 'expected a multiple of 16 from 0 to 64'],
    [{ base: 80 }, 'base', 'expected a multiple of 16 from 0 to 64'],
    [{ rows: null }, 'rows', 'expected a whole number from 1 to 100'],
    [{ columns: 1 }, 'columns', 'unknown field'],
    [JSON.parse('{"__proto__": {}}'), '__proto__', 'unknown field'],
    [{ toString: 1 }, 'toString', 'unknown field'],
    [{ tile: 64, rows: 51 }, 'rows', 'too large'],
    ['tile', '', 'expected an object'],
    [null, '', 'expected an object'],
  ])('of %o', (params, field, message) => {
    expect(schema.check(params)).toEqual({ ok: false, error: { message, field } });
  });
});

test('a wrong record that nobody wrote is a bug', () => {
  expect(() => schema.parse({ base: 8 })).toThrow('base: expected a multiple of 16 from 0 to 64');
});
