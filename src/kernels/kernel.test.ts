import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalog, catalogOf } from './catalog.ts';
import { compileParams } from './compile-params.ts';

const transpose = catalog.get('transpose')!;

test('a kernel id is used once', () => {
  expect(() => catalogOf([transpose, { ...transpose }])).toThrow("'transpose' is used once");
});

test('builds are the product of the compiled-in choices', () => {
  const builds = compileParams(transpose);
  expect(builds).toHaveLength(20);
  expect(builds[7]).toEqual({ ...transpose.defaults, tile: 64, elementBytes: 4 });
});

test('a path holds only what is compiled in', () => {
  const path = transpose.ptxPath('padded', { rows: 100, pad: 3, elementBytes: 16 }, 'sm_90');
  expect(path).toBe('transpose/padded/tile-32.element-bytes-16.sm_90.ptx');
});

test('unknown variants and bad parameters throw', () => {
  expect(() => transpose.launch('swizzled', {})).toThrow("variant 'swizzled'");
  expect(() => transpose.launch('tiled', { tile: 16 })).toThrow('tile');
  expect(() => transpose.predict('tiled', { colums: 16 }, 0)).toThrow('colums');
});

test.each([...catalog.keys()])('the cases of %s are verified', id => {
  expect(existsSync(join(import.meta.dirname, id, 'verify-cases.sampled.test.ts'))).toBe(true);
});

test.each([...catalog.values()])('every case and field of $id is usable', kernel => {
  expect(new Set(kernel.cases.map(c => c.id)).size).toBe(kernel.cases.length);
  expect(new Set(kernel.variants.map(v => v.id)).size).toBe(kernel.variants.length);
  for (const { params } of kernel.cases) expect(kernel.schema.check(params)).toMatchObject({ ok: true });
  expect(Object.keys(kernel.defaults)).toEqual(kernel.fields.map(field => field.name));
  for (const { hides } of kernel.cases)
    for (const id of hides ?? []) expect(kernel.variants.find(v => v.id === id)?.mustFail).toBeDefined();
});
