/** The dimensions in the order of the input and of the output; those of the output can be dragged, or moved by keys. */
import { useState } from 'react';
import type { Permutation } from '../../model/permute/permutation.ts';
import { DimSwatch, dimLetters } from './dim-swatch.tsx';
import { movedTo } from './drafts.ts';
import css from './permute-rail.module.css';
import { useOrderDrag } from './use-order-drag.ts';

interface OrderChipsProps {
  readonly permutation: Permutation;
  readonly isLocked: boolean;
  readonly onOrder: (perm: readonly number[]) => void;
}

export function OrderChips({ permutation, isLocked, onOrder }: OrderChipsProps) {
  const { shape, perm } = permutation;
  const letters = dimLetters(shape.length);
  return (
    <>
      <div className={css.order}>
        <span className={css.side}>Input</span>
        <ol className={css.chips} aria-label="Dimensions of the input, slowest first">
          {letters.map((letter, dim) => (
            <li key={letter} className={css.chip}>
              <DimSwatch permutation={permutation} dim={dim} /> {letter}
            </li>
          ))}
        </ol>
        <span className={css.side}>Output</span>
        <OutputChips permutation={permutation} letters={letters} isLocked={isLocked} onOrder={onOrder} />
      </div>
      {perm.length > 1 && !isLocked && (
        <p className={css.hint}>
          Drag a letter to reorder the output, or move it with <kbd>Alt</kbd> and the arrow keys.
        </p>
      )}
    </>
  );
}

function OutputChips({ permutation, letters, isLocked, onOrder }: OrderChipsProps & { letters: readonly string[] }) {
  const { perm } = permutation;
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= perm.length) return;
    onOrder(movedTo(perm, from, to));
    setSaid(`${letters[perm[from]]} is dimension ${to + 1} of ${perm.length} of the output.`);
  };
  const { list, drag, handlers } = useOrderDrag(move);
  const shown = drag === null ? perm : movedTo(perm, drag.from, drag.to);
  return (
    <>
      {/* Chips keep their place in the document while one is dragged, so that it keeps the pointer. */}
      <ol ref={list} className={css.chips} aria-label="Dimensions of the output, slowest first" data-own-keys>
        {perm.map((dim, place) => (
          <li key={dim} style={{ order: shown.indexOf(dim) }} data-place={shown.indexOf(dim)}>
            <button
              type="button"
              className={css.chip}
              disabled={isLocked}
              data-dragged={drag?.from === place || undefined}
              aria-label={`${letters[dim]}, dimension ${place + 1} of ${perm.length} of the output`}
              onKeyDown={event => moveByKey(event, place, move)}
              {...handlers(place)}
            >
              <DimSwatch permutation={permutation} dim={dim} /> {letters[dim]}
            </button>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </>
  );
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
  ['ArrowRight', 1],
  ['ArrowDown', 1],
]);

function moveByKey(event: React.KeyboardEvent, place: number, move: (from: number, to: number) => void): void {
  const step = STEPS.get(event.key);
  if (!event.altKey || step === undefined) return;
  // Else the browser would leave the page.
  event.preventDefault();
  move(place, place + step);
}
