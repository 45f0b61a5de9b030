/** Regions of shared memory as a table for a terminal. */
import { REGION_SOURCE_WORDS, type SharedRegion } from '../src/trace/shared-region.ts';
import { textTable } from './table.ts';

/** More slots than these are counted. */
const MOST_PLACES = 4;

/** '' where nothing is known. */
export const regionsText = ({ sharedRegions }: { readonly sharedRegions: readonly SharedRegion[] }): string =>
  sharedRegions.length === 0
    ? ''
    : textTable(
        ['shared memory', 'from byte', 'bytes', 'elements', 'swizzle', 'holds', 'known from'],
        sharedRegions.map(({ name, offsets, sizeBytes, types, swizzle, holds, by }) => [
          name,
          placesText(offsets),
          sizeBytes,
          types.join(', '),
          swizzle ?? '',
          holds.join(', '),
          REGION_SOURCE_WORDS[by],
        ]),
      );

const placesText = (offsets: readonly number[]): string => {
  const shown = offsets.slice(0, MOST_PLACES).join(', ');
  return offsets.length <= MOST_PLACES ? shown : `${shown}, … (${offsets.length})`;
};
