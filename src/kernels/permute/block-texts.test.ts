import { expect, test } from 'vitest';
import { withoutVoidTexts } from './block-texts.ts';
import { jobOf } from './job.ts';
import { schema } from './params.ts';

const job = jobOf(schema.parse({ shape: '8,2,8,8', perm: '1,2,0,3', pads: '8,0,0', axes: 'A | BC D' }));

test('pads and axes stay where the modes stay', () => {
  expect(withoutVoidTexts(job, { shape: '9,2,8,8' })).toEqual({ shape: '9,2,8,8' });
});

test('they go with modes that they do not know', () => {
  const patch = { shape: '2,16,2', perm: '2,0,1' };
  expect(withoutVoidTexts(job, patch)).toEqual({ ...patch, pads: '', axes: '' });
});

test('a patch that is refused takes nothing with it', () => {
  expect(withoutVoidTexts(job, { perm: '0,0,1,2' })).toEqual({ perm: '0,0,1,2' });
});
