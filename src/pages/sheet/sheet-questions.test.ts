/** What stands on paper must be enough to answer: nothing of the page is there. */
import { expect, test } from 'vitest';
import { LESSONS } from '../../lessons/index.ts';
import { sheetOf } from './sheet-questions.ts';

test("the sheet of a kernel says what the lanes of the page's access want", async () => {
  const given = async (search: Readonly<Record<string, string>>) =>
    (await sheetOf({ kernel: 'transpose', ...search }))?.questions.map(question => question.given);
  const column = 'Warp 0 reads 4 bytes a lane. Lane l wants word 32 · l.';
  expect(await given({})).toEqual([column, column, column]);
  expect((await given({ v: 'padded', side: 'store', warp: '3' }))?.[0]).toBe(
    'Warp 3 stores 4 bytes a lane. Lane l wants word 99 + l.',
  );
});

test.each(LESSONS.map(({ id }) => id))('the sheet of %s gives the access of each question about one', async id => {
  const sheet = await sheetOf({ of: `${id}.1` });
  for (const { given, question } of sheet?.questions ?? [])
    if (/wavefronts does it take|Which banks are asked|same bank as lane/.test(question.ask))
      expect(given).toMatch(/lane/i);
});

test('nothing for an address that names neither lesson nor kernel', async () => {
  expect(await sheetOf({ kernel: 'none' })).toBeNull();
});
