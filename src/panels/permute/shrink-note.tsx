/** Offers a smaller tensor with the same block where the one asked for is too large to be emulated in a browser. */

import { count } from '../../base/numbers.ts';
import type { PermutationRequest } from '../../model/permute/permutation.ts';
import { EMULATED_BYTES, movedBytes, shrunkShape } from '../../model/permute/shrink.ts';
import css from './permute-rail.module.css';

interface ShrinkNoteProps {
  readonly request: PermutationRequest;
  readonly isLocked: boolean;
  readonly onShape: (shape: readonly number[]) => void;
}

const MIB = 2 ** 20;

export function ShrinkNote({ request, isLocked, onShape }: ShrinkNoteProps) {
  const bytes = movedBytes(request);
  if (bytes <= EMULATED_BYTES) return null;
  return (
    <div className={`stack ${css.shrink}`}>
      <p className={`caption ${css.hint}`}>
        Input and output are {count(Math.round(bytes / MIB))} MiB, too much to emulate here. A smaller tensor can have
        the same block, conflicts and ragged ends.
      </p>
      <button type="button" className="button" disabled={isLocked} onClick={() => onShape(shrunkShape(request))}>
        Shrink to the same block
      </button>
    </div>
  );
}
