/** Which mover each variant is. */
import { blockMover } from './block.ts';
import { exchangeMover } from './exchange.ts';
import type { Mover } from './mover.ts';
import { placesBy, typedPlaces } from './places.ts';
import { rowsMover } from './rows.ts';
import { tileMover } from './tile.ts';
import type { Variant } from './variants.ts';

export const movers: Readonly<Record<Variant, Mover>> = {
  none: blockMover(placesBy('none')),
  xor: blockMover(placesBy('xor')),
  'odd-row': blockMover(placesBy('odd-row')),
  residue: blockMover(placesBy('write-order residue')),
  'residue-spared': blockMover(placesBy('without the first read dim')),
  searched: blockMover(placesBy('searched')),
  table: blockMover(placesBy('table')),
  yours: blockMover(typedPlaces),
  'register-exchange': exchangeMover,
  rows: rowsMover,
  tile: tileMover,
  'pad-not-used': blockMover(placesBy('odd-row'), {
    source: 'permute/pad-not-used.cu',
    barriers: 1,
    takesUnpadded: true,
  }),
  'missing-barrier': blockMover(placesBy('none'), {
    source: 'permute/missing-barrier.cu',
    barriers: 0,
    takesUnpadded: false,
  }),
};
