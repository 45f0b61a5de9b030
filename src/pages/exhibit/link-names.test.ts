/** A link has one name for each thing: what an exhibit shows of a launch, and the kernel's own parameters. */
import { expect, test } from 'vitest';
import { exhibits } from '../kit/exhibit/exhibits.ts';
import { linkOf } from '../kit/exhibit/use-exhibit-state.ts';

test.each([...exhibits.keys()])('the link of %s holds parameters and place apart', async id => {
  const { kernel, exhibit } = await exhibits.get(id)!();
  const link = linkOf(kernel, exhibit);
  const place = { warp: 3, request: 5, at: 2, pin: { row: 1, column: 4 }, lock: ['warp'], colourBy: 'lane' } as const;
  const state = { ...link.defaults, ...place };
  expect(link.decode(link.encode(state))).toEqual({ state, problems: [] });
});
