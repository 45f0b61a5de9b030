/** Links from pictures of patterns lead to what the picture shows. */
import { expect, test } from 'vitest';
import { exhibitLinkOf } from '../../gallery/links.ts';
import { swizzleCases } from '../../pictures/cases/swizzle-cases.ts';
import { chunkTileFigure } from '../../pictures/chunk-tile/figure.ts';
import type { Figure } from '../../pictures/figure.ts';
import { themes } from '../../pictures/theme.ts';
import { defaultView } from '../../pictures/view.ts';
import { xorBitsFigure } from '../../pictures/xor-bits/figure.ts';
import { offsetPlaces } from '../kit/tile/base-words.ts';
import { swizzleLink } from '../links/swizzle.ts';
import { bitsRecords, tileRecords } from './picture-records.ts';
import { drawnLanes, tilesOf } from './tile-of-state.ts';

const view = defaultView(themes.light, 'predicted', 400);

test.each(swizzleCases.map(({ id, figureIn }) => ({ id, figureIn })))('$id', ({ id, figureIn }) => {
  const state = swizzleLink.stateOf(exhibitLinkOf(id)!.search);
  const tiles = tilesOf(state);
  const lanes = { before: drawnLanes(tiles.before, state, null), after: drawnLanes(tiles.after, state, null) };
  const tile = tileRecords(
    state,
    { tiles, accesses: [], lanes, other: offsetPlaces(tiles.after, tiles.swizzle) },
    'after',
  );
  const shown = id.startsWith('xor') ? xorBitsFigure(bitsRecords(state, tiles)!, view) : chunkTileFigure(tile, view);
  const wanted = figureIn(view);
  const facts = ({ text, differing, table }: Figure) => [text, differing, table()];
  expect(facts(shown)).toEqual(facts(wanted));
});
