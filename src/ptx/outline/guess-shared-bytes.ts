/** How much dynamic shared memory a launch needs. */

import { roundUp } from '../../base/bits.ts';
import { CTA_SHARED_BYTES } from '../../base/hardware.ts';
import type { GuessNumbers } from './guess-numbers.ts';
import { boxBytes, guessTensorMap } from './guess-tensor-map.ts';
import type { EntryOutline } from './module-outline.ts';
import { mapLeavesOf } from './parameter-leaves.ts';

/** Dynamic and static shared bytes that every GPU since sm_75 gives a CTA. */
const EVERYWHERE_BYTES = 64 * 1024;

/** A tile of the block's shape; more where constants in the code, or the boxes of its tensor maps, reach further. */
export function guessSharedBytes(entry: EntryOutline, accessBytes: readonly number[], numbers: GuessNumbers): number {
  const { tile, staticSharedBytes } = entry;
  const { block, rank } = numbers.shape;
  const [width, height] = [tile[0] ?? block[0], tile[1] ?? block[1]];
  const pitches = numbers.leaves.filter(({ use }) => use.kind === 'scalar' && use.scalesShared);
  const pitch = Math.max(rank > 1 ? width + 1 : width, ...pitches.map(leaf => numbers.numberOf(leaf) ?? 0));
  const wanted = roundUp(pitch * height * block[2] * Math.max(4, ...accessBytes), 16);
  return Math.max(0, Math.min(wanted, EVERYWHERE_BYTES - staticSharedBytes), reachedBytes(entry, numbers));
}

function reachedBytes(entry: EntryOutline, numbers: GuessNumbers): number {
  const { dynamicSharedEndBytes, staticSharedBytes } = entry;
  const boxes = mapLeavesOf(entry).map(({ use }) => boxBytes(guessTensorMap(use, entry, {})));
  const tiles = boxes.reduce((sum, bytes) => sum + bytes, 0);
  // The parameters are guessed, too: they ask for no more than every GPU has.
  const byParams = Math.min(numbers.ranges.sharedBytesByParams(), EVERYWHERE_BYTES - staticSharedBytes);
  return Math.min(roundUp(Math.max(dynamicSharedEndBytes, tiles, byParams), 16), CTA_SHARED_BYTES - staticSharedBytes);
}
