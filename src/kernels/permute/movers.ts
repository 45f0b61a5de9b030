/** The mover of each variant. */
import { blockMover } from './block.ts';
import type { PlanSources } from './compiled-plan.ts';
import { exchangeMover } from './exchange.ts';
import type { Mover } from './mover.ts';
import { placesBy, typedPlaces } from './places.ts';
import { rowsMover } from './rows.ts';
import { oddRowsMover, uncutRowsMover } from './rows-odd.ts';
import { wideRowsMover } from './rows-v.ts';
import { tileMover } from './tile.ts';
import { bulkTileMover } from './tile-bulk.ts';
import { oddTileMover, uncutTileMover } from './tile-odd.ts';
import { shortTileMover } from './tile-short.ts';
import { wideTileMover } from './tile-v.ts';
import { type PermuteVariant, STRATEGY_OF } from './variants.ts';

const asArgument = (variant: PermuteVariant): PlanSources => ({ argument: `permute/${variant}.cu`, constants: null });

const withConstants = (variant: PermuteVariant): PlanSources => ({
  ...asArgument(variant),
  constants: `permute/${variant}-constants.cu`,
});

export const movers: Readonly<Record<PermuteVariant, Mover>> = {
  none: blockMover(placesBy(STRATEGY_OF.none)),
  xor: blockMover(placesBy(STRATEGY_OF.xor)),
  'odd-row': blockMover(placesBy(STRATEGY_OF['odd-row'])),
  residue: blockMover(placesBy(STRATEGY_OF.residue)),
  'residue-spared': blockMover(placesBy(STRATEGY_OF['residue-spared'])),
  searched: blockMover(placesBy(STRATEGY_OF.searched)),
  table: blockMover(placesBy(STRATEGY_OF.table)),
  yours: blockMover(typedPlaces),
  'register-exchange': exchangeMover,
  rows: rowsMover,
  'rows-v': wideRowsMover(withConstants('rows-v')),
  'rows-odd': oddRowsMover(withConstants('rows-odd')),
  tile: tileMover,
  'tile-v': wideTileMover(withConstants('tile-v')),
  'tile-bulk': bulkTileMover(withConstants('tile-bulk')),
  'tile-odd': oddTileMover(withConstants('tile-odd')),
  'tile-short': shortTileMover(withConstants('tile-short')),
  'pad-not-used': blockMover(placesBy(STRATEGY_OF['odd-row']), {
    source: 'permute/pad-not-used.cu',
    barriers: 1,
    takesUnpadded: true,
  }),
  'missing-barrier': blockMover(placesBy(STRATEGY_OF.none), {
    source: 'permute/missing-barrier.cu',
    barriers: 0,
    takesUnpadded: false,
  }),
  'tile-odd-not-cut': uncutTileMover(asArgument('tile-odd-not-cut')),
  'tile-bulk-no-fence': bulkTileMover(asArgument('tile-bulk-no-fence')),
  'tile-short-no-barrier': shortTileMover(asArgument('tile-short-no-barrier')),
  'tile-v-no-barrier': wideTileMover(asArgument('tile-v-no-barrier')),
  'rows-odd-not-cut': uncutRowsMover(asArgument('rows-odd-not-cut')),
  'rows-v-no-ends': wideRowsMover(asArgument('rows-v-no-ends')),
};
