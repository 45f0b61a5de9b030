/**
 * Tensor copies whose box does not start at a multiple of the swizzle's repeat. Nothing fails, but code that counts
 * rows from the box's start reads the wrong bytes.
 */
import type { ExecutionProfile } from '../../trace/execution-profile.ts';
import type { Finding } from '../../trace/finding.ts';
import { counted, placeOfProfiled } from './finding-words.ts';

export function swizzleBaseFindings({ instructions, offRepeat }: ExecutionProfile): Finding[] {
  return instructions.flatMap((instruction, i): Finding[] => {
    if (offRepeat[i] === 0) return [];
    return [
      {
        kind: 'swizzleBase',
        rank: 'cost',
        place: placeOfProfiled(instruction),
        message: `${counted(offRepeat[i], 'tile')} of tensor copies with a base that is no multiple of the swizzle's repeat: the pattern follows the address, so the first row is swizzled like a later one`,
        fix: 'Align the box in shared memory to 256, 512 or 1024 bytes for a swizzle of 32, 64 or 128 bytes, or compute the XOR from the address itself, not from the row in the box.',
        cost: null,
        who: null,
        other: null,
        seen: '',
        count: offRepeat[i],
      },
    ];
  });
}
