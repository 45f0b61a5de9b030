import { describe, expect, test } from 'vitest';
import { catalog } from './catalog.ts';
import { choice, paramTable, range, text } from './param-table.ts';

const { schema, fields } = paramTable(
  {
    tile: choice({
      label: 'Tile',
      binds: 'compile',
      values: [32, 64],
      default: 32,
      labelOf: side => `${side} × ${side}`,
      unshipped: [64],
      help: 'The side.',
    }),
    rows: range({ label: 'Rows', binds: 'launch', min: 1, max: 100, unit: 'rows', default: 10, help: 'Rows.' }),
    base: range({ label: 'Base', binds: 'view', min: 0, max: 64, step: 16, unit: 'B', default: 0, help: 'The start.' }),
    order: text({
      label: 'Order',
      binds: 'launch',
      default: '1,0',
      mostCharacters: 5,
      problem: order => (order.includes(';') ? 'expected commas' : null),
      help: 'The order.',
      variants: ['tiled'],
    }),
  },
  ({ tile, rows }) => (tile * rows > 3200 ? { message: 'too large', field: 'rows' } : null),
);

test('a record is completed', () => {
  expect(schema.check({})).toEqual({ ok: true, value: { tile: 32, rows: 10, base: 0, order: '1,0' } });
  expect(schema.parse({ tile: 64, rows: 50, order: '' })).toEqual({ tile: 64, rows: 50, base: 0, order: '' });
});

test('a row is a field of the form', () => {
  expect(fields).toEqual([
    {
      ...{ name: 'tile', label: 'Tile', binds: 'compile', help: 'The side.' },
      control: {
        kind: 'choice',
        options: [
          { value: 32, label: '32 × 32' },
          { value: 64, label: '64 × 64', shipped: false },
        ],
      },
    },
    {
      ...{ name: 'rows', label: 'Rows', binds: 'launch', help: 'Rows.' },
      control: { kind: 'range', min: 1, max: 100, step: 1, unit: 'rows' },
    },
    {
      ...{ name: 'base', label: 'Base', binds: 'view', help: 'The start.' },
      control: { kind: 'range', min: 0, max: 64, step: 16, unit: 'B' },
    },
    {
      ...{ name: 'order', label: 'Order', binds: 'launch', help: 'The order.', variants: ['tiled'] },
      control: { kind: 'text' },
    },
  ]);
});

test.each([[{ rows: 1 }], [{ rows: 100 }], [{ base: 64 }]])('%o is within the limits', params => {
  expect(schema.check(params).ok).toBe(true);
});

describe('the first thing that is wrong', () => {
  const unknown = 'unknown field; expected one of tile, rows, base, order';
  test.each([
    [{ tile: 48 }, 'tile', 'expected one of 32, 64, not 48'],
    [{ tile: '32' }, 'tile', "expected one of 32, 64, not '32'"],
    [{ rows: 0 }, 'rows', 'expected a whole number from 1 to 100, not 0'],
    [{ rows: 101 }, 'rows', 'expected a whole number from 1 to 100, not 101'],
    [{ rows: 1.5 }, 'rows', 'expected a whole number from 1 to 100, not 1.5'],
    [{ rows: Number.NaN }, 'rows', 'expected a whole number from 1 to 100, not NaN'],
    [{ base: 8 }, 'base', 'expected a multiple of 16 from 0 to 64, not 8'],
    [{ base: 80 }, 'base', 'expected a multiple of 16 from 0 to 64, not 80'],
    [{ rows: null }, 'rows', 'expected a whole number from 1 to 100, not null'],
    [{ rows: [1] }, 'rows', 'expected a whole number from 1 to 100, not a list'],
    [{ rows: {} }, 'rows', 'expected a whole number from 1 to 100, not an object'],
    [{ order: 10 }, 'order', 'expected text, at most 5 characters, not 10'],
    [{ order: '1,2,3,0' }, 'order', "expected text, at most 5 characters, not '1,2,3,0'"],
    [{ order: ','.repeat(41) }, 'order', 'expected text, at most 5 characters, not 41 characters'],
    [{ order: '1;0' }, 'order', 'expected commas'],
    [{ columns: 1 }, 'columns', unknown],
    [JSON.parse('{"__proto__": {}}'), '__proto__', unknown],
    [{ toString: 1 }, 'toString', unknown],
    [{ tile: 64, rows: 51 }, 'rows', 'too large'],
    ['tile', '', 'expected an object'],
    [null, '', 'expected an object'],
  ])('of %o', (params, field, message) => {
    expect(schema.check(params)).toEqual({ ok: false, error: { message, field } });
  });
});

test('a wrong record that nobody wrote is a bug', () => {
  expect(() => schema.parse({ base: 8 })).toThrow('base: expected a multiple of 16 from 0 to 64, not 8');
});

const rows = [...catalog.values()].flatMap(({ id, schema, fields }) => fields.map(field => ({ id, schema, field })));

test.each(rows)("$id's $field.name: the error names field, value and what is allowed", ({ schema, field }) => {
  const wrong = field.control.kind === 'range' ? field.control.max + field.control.step : false;
  const allowed = {
    choice: /^expected one of /,
    range: /^expected a .* from .* to /,
    text: /^expected .*, at most \d+ characters/,
  };
  const checked = schema.check({ [field.name]: wrong });
  expect(checked).toEqual({
    ok: false,
    error: { field: field.name, message: expect.stringMatching(allowed[field.control.kind]) },
  });
  expect(checked).toMatchObject({ error: { message: expect.stringMatching(new RegExp(`, not ${wrong}$`)) } });
});
