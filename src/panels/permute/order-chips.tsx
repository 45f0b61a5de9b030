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
      <div className={`stack ${css.order}`}>
        <span className={`prose ${css.side}`}>Input</span>
        <ol className={css.chips} aria-label="Dimensions of the input, slowest first">
          {letters.map((letter, dim) => (
            <li key={letter} className={`row ${css.chip}`}>
              <DimSwatch permutation={permutation} dim={dim} /> {letter}
            </li>
          ))}
        </ol>
        <span className={`prose ${css.side}`}>Output</span>
        <OutputChips permutation={permutation} isLocked={isLocked} onOrder={onOrder} />
      </div>
      {perm.length > 1 && !isLocked && (
        <p className={`caption ${css.hint}`}>
          Drag a letter of the output, or <kbd>Alt</kbd> and arrows.
        </p>
      )}
    </>
  );
}

/** Moves a dimension, and what to say of it. */
function useMove({ permutation: { shape, perm }, onOrder }: OrderChipsProps) {
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= perm.length) return;
    onOrder(movedTo(perm, from, to));
    setSaid(`${dimLetters(shape.length)[perm[from]]} is dimension ${to + 1} of ${perm.length} of the output.`);
  };
  return [move, said] as const;
}

function OutputChips(props: OrderChipsProps) {
  const { permutation, isLocked } = props;
  const [move, said] = useMove(props);
  const { list, drag, handlers } = useOrderDrag(move);
  const shown = drag === null ? permutation.perm : movedTo(permutation.perm, drag.from, drag.to);
  return (
    <>
      {/* Chips keep their place in the document while one is dragged, so that it keeps the pointer. */}
      <ol ref={list} className={css.chips} aria-label="Dimensions of the output, slowest first" data-own-keys>
        {permutation.perm.map((dim, place) => (
          <OutputChip
            key={dim}
            {...{ permutation, place, isLocked, ...handlers(place) }}
            shownAt={shown.indexOf(dim)}
            isDragged={drag?.from === place}
            onKeyDown={event => moveByKey(event, place, move)}
          />
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </>
  );
}

interface OutputChipProps extends React.ComponentProps<'button'> {
  readonly permutation: Permutation;
  readonly place: number;
  /** Its place while one is dragged. */
  readonly shownAt: number;
  readonly isLocked: boolean;
  readonly isDragged: boolean;
}

function OutputChip({ permutation, place, shownAt, isLocked, isDragged, ...handlers }: OutputChipProps) {
  const { shape, perm } = permutation;
  const letter = dimLetters(shape.length)[perm[place]];
  return (
    <li style={{ order: shownAt }} data-place={shownAt}>
      <button
        type="button"
        className={`row ${css.chip}`}
        disabled={isLocked}
        data-dragged={isDragged || undefined}
        aria-label={`${letter}, dimension ${place + 1} of ${perm.length} of the output`}
        {...handlers}
      >
        <DimSwatch permutation={permutation} dim={perm[place]} /> {letter}
      </button>
    </li>
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
  // Otherwise the browser would leave the page.
  event.preventDefault();
  move(place, place + step);
}
