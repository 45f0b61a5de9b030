/** Orange to red says the ways of the worst phase, in every picture of every access of every variant, and nothing else. */
import { expect, test } from 'vitest';
import { waysOf } from '../../model/banks/wavefronts.ts';
import { degreesIn, requestScenes } from '../../pictures/fixtures/request-scenes.ts';
import { degreeFill, themes } from '../../pictures/theme.ts';
import { predictedAccesses, variantCases } from './fixtures/predicted-views.ts';

/** Of each side: what a warp does repeats itself. */
const MOST = 6;

test.each(await variantCases())('$name', ({ kernel, id, params }) => {
  if (params === undefined) throw new Error('no case draws it');
  for (const { view, access } of predictedAccesses(kernel, id, params, MOST)) {
    const { cost } = view.predicted;
    if (cost === null || cost === undefined) continue;
    const ways = waysOf(cost);
    for (const theme of Object.values(themes)) {
      for (const [picture, scene] of requestScenes(access, theme)) {
        const worst = ways > 1 ? degreeFill(theme, ways) : undefined;
        expect([picture, degreesIn(scene, theme).at(-1)], `${ways} ways`).toEqual([picture, worst]);
      }
    }
  }
});
