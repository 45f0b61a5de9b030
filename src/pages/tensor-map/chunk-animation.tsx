/** Chunks that fly from the tensor to their places in shared memory, over the pictures of both. */

import { type RefObject, useEffect, useRef } from 'react';
import { CHUNK_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import type { Theme } from '../../pictures/theme.ts';
import type { Box } from '../../pictures/view.ts';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import css from './chunk-animation.module.css';
import type { WalkHandle } from './use-walk.ts';

type Side = 'tensor' | 'shared';

interface FlightEndsProps {
  readonly side: Side;
  /** Numbers of chunks, and where each is drawn; null for one that is not. */
  readonly ends: readonly (readonly [chunk: number, box: Box | null])[];
}

/** Invisible boxes where chunks start or land; only their places are read. */
export const FlightEnds = ({ side, ends }: FlightEndsProps) =>
  ends.map(
    ([chunk, box]) =>
      box !== null && (
        <i
          key={chunk}
          aria-hidden
          className={css.end}
          data-flight={`${side}-${chunk}`}
          style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
        />
      ),
  );

const FLIGHT_MS = 420;
const MOST_CHUNKS = 32;
const WORDS_PER_CHUNK = CHUNK_BYTES / WORD_BYTES;

/** Chunks of the last step that are shown on their way. */
export const flownChunks = ({ moving }: WalkHandle): number[] =>
  moving === null
    ? []
    : Array.from({ length: Math.min(MOST_CHUNKS, moving.to - moving.from) }, (_, i) => moving.to - 1 - i);

interface Flights {
  readonly walk: WalkHandle;
  readonly shown: CopyOfState;
  readonly theme: Theme;
}

/** Lets the chunks of each step fly over `stage`. */
export function useFlight(stage: RefObject<HTMLElement | null>, { walk, shown, theme }: Flights): void {
  const { moving } = walk;
  // A step is one object: what else changes with it is of the same step.
  const start = useRef<() => void>(() => undefined);
  start.current = () => {
    const { bytes, copy } = shown;
    for (const chunk of flownChunks(walk)) {
      const bank = ((chunk % bytes.chunksPerRow) * WORDS_PER_CHUNK) % theme.banks.length;
      fly(stage.current!, chunk, copy.direction, theme.banks[bank + 1]);
    }
  };
  useEffect(() => {
    if (moving === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    start.current();
  }, [moving]);
}

function fly(stage: HTMLElement, chunk: number, direction: 'load' | 'store', colour: string): void {
  const [tensor, shared] = (['tensor', 'shared'] as const).map(side =>
    stage.querySelector(`[data-flight="${side}-${chunk}"]`)?.getBoundingClientRect(),
  );
  if (!tensor || !shared) return;
  const origin = stage.getBoundingClientRect();
  const placed = ({ left, top, width, height }: DOMRect): Keyframe => ({
    left: `${left - origin.left}px`,
    top: `${top - origin.top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  const chip = document.createElement('i');
  chip.className = css.chip;
  chip.style.background = colour;
  stage.append(chip);
  const ends = [placed(tensor), placed(shared)];
  const flight = chip.animate(direction === 'load' ? ends : ends.reverse(), {
    duration: FLIGHT_MS,
    easing: 'cubic-bezier(0.3, 0, 0.2, 1)',
  });
  const land = (): void => chip.remove();
  flight.finished.then(land, land);
}
