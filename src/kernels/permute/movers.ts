/** The mover of each variant. */
import { blockMover } from './block.ts';
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
  'rows-v': wideRowsMover('permute/rows-v.cu'),
  'rows-odd': oddRowsMover('permute/rows-odd.cu'),
  tile: tileMover,
  'tile-v': wideTileMover({ argument: 'permute/tile-v.cu', constants: 'permute/tile-v-constants.cu' }),
  'tile-bulk': bulkTileMover({ argument: 'permute/tile-bulk.cu', constants: 'permute/tile-bulk-constants.cu' }),
  'tile-odd': oddTileMover('permute/tile-odd.cu'),
  'tile-short': shortTileMover('permute/tile-short.cu'),
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
  'tile-odd-not-cut': uncutTileMover('permute/tile-odd-not-cut.cu'),
  'tile-bulk-no-fence': bulkTileMover({ argument: 'permute/tile-bulk-no-fence.cu', constants: null }),
  'tile-short-no-barrier': shortTileMover('permute/tile-short-no-barrier.cu'),
  'tile-v-no-barrier': wideTileMover({ argument: 'permute/tile-v-no-barrier.cu', constants: null }),
  'rows-odd-not-cut': uncutRowsMover('permute/rows-odd-not-cut.cu'),
  'rows-v-no-ends': wideRowsMover('permute/rows-v-no-ends.cu'),
};
