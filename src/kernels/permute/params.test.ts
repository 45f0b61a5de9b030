import { expect, test } from 'vitest';
import { jobOf } from './job.ts';
import { fields, listOf, schema } from './params.ts';

test('an empty record is completed, in the order of the fields', () => {
  expect(Object.keys(schema.parse({})).toSorted()).toEqual(fields.map(field => field.name).toSorted());
  expect(schema.parse({})).toMatchObject({ shape: '8,2,8,8', perm: '1,2,0,3', pads: '', elementBytes: 4 });
});

test.each([
  [{ shape: '8,x' }, 'shape', 'expected whole numbers with commas between'],
  [{ shape: '-8,2' }, 'shape', 'whole numbers'],
  [{ shape: 8 }, 'shape', 'whole numbers'],
  [{ shape: '8,0,2,2' }, 'shape', 'from 1 up, got 0'],
  [{ shape: '1,1,1,1,1,1,1,1,1,1,1,1,1' }, 'shape', 'at most 12 dimensions, got 13'],
  [{ shape: '1048576,1048576', perm: '1,0' }, 'shape', 'at most 2^38 elements'],
  [{ perm: '1,2,0' }, 'perm', 'expected 4 entries'],
  [{ perm: '1,2,0,0' }, 'perm', 'each of 0 to 3 once, got 0'],
  [{ perm: '1,2,0,4' }, 'perm', 'each of 0 to 3 once, got 4'],
  [{ pads: '1,-2' }, 'pads', 'whole numbers'],
  [{ elementBytes: 3 }, 'elementBytes', 'one of 1, 2, 4, 8, 16'],
  [{ target: 5 }, 'target', 'one of'],
  [{ base: 8 }, 'base', 'multiple of 16'],
  [{ shpe: '2' }, 'shpe', 'unknown field'],
  [null, '', 'an object'],
])('%j is refused by its field', (params, field, message) => {
  expect(schema.check(params)).toMatchObject({
    ok: false,
    error: { field, message: expect.stringContaining(message) },
  });
  expect(() => schema.parse(params)).toThrow(message);
});

test('lists may have blanks, or be empty', () => {
  expect(listOf(' 2, 16 2,')).toEqual([2, 16, 2]);
  expect(schema.check({ shape: '', perm: '' })).toMatchObject({ ok: true });
  expect(schema.check({ shape: '2 , 16, 2', perm: '2 0 1' })).toMatchObject({ ok: true });
});

test('a job is the same value for the same parameters', () => {
  const job = jobOf(schema.parse({ shape: '12,10', perm: '1,0' }));
  expect(jobOf(schema.parse({ shape: '12,10', perm: '1,0' }))).toBe(job);
  for (let extent = 1; extent <= 40; extent++) jobOf(schema.parse({ shape: `${extent}`, perm: '0' }));
  expect(jobOf(schema.parse({ shape: '12,10', perm: '1,0' }))).not.toBe(job);
});

test('target, shared memory and access reach the planner', () => {
  const { plan } = jobOf(schema.parse({ shape: '512,512', perm: '1,0', target: 128, sharedKiB: 16, access: 1 }));
  expect(plan.block.shape).toEqual([64, 64]);
  expect(plan.vectors).toEqual({ store: 4, load: 4 });
});
