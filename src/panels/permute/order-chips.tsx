/** The dimensions in the order of the input and of the output; those of the output can be dragged, or moved by keys. */
import { useRef, useState } from 'react';
import type { Permutation } from '../../model/permute/permutation.ts';
import { DimSwatch, dimLetters } from './dim-swatch.tsx';
import { movedTo } from './drafts.ts';
import css from './permute-rail.module.css';

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

/** While a chip is held: the place of its dimension in the page's order, and the place it is over. */
interface Drag {
  readonly from: number;
  readonly to: number;
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
  ['ArrowRight', 1],
  ['ArrowDown', 1],
]);

function OutputChips({ permutation, letters, isLocked, onOrder }: OrderChipsProps & { letters: readonly string[] }) {
  const { perm } = permutation;
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [said, setSaid] = useState('');
  const shown = drag === null ? perm : movedTo(perm, drag.from, drag.to);

  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= perm.length) return;
    onOrder(movedTo(perm, from, to));
    setSaid(`${letters[perm[from]]} is dimension ${to + 1} of ${perm.length} of the output.`);
  };
  const onKeyDown = (event: React.KeyboardEvent, place: number) => {
    const step = STEPS.get(event.key);
    if (!event.altKey || step === undefined || isLocked) return;
    event.preventDefault();
    move(place, place + step);
  };
  const onMove = (event: React.PointerEvent) => {
    const over = drag && placeAt(list.current, event);
    if (drag && over !== null && over !== drag.to) setDrag({ ...drag, to: over });
  };
  const onDrop = () => {
    if (drag) move(drag.from, drag.to);
    setDrag(null);
  };
  return (
    <>
      {/* The chips stay where they are in the document while one is dragged, so that it keeps the pointer. */}
      <ol ref={list} className={css.chips} aria-label="Dimensions of the output, slowest first" data-own-keys>
        {perm.map((dim, place) => (
          <li key={dim} style={{ order: shown.indexOf(dim) }} data-place={shown.indexOf(dim)}>
            <button
              type="button"
              className={css.chip}
              disabled={isLocked}
              data-dragged={drag?.from === place || undefined}
              aria-label={`${letters[dim]}, dimension ${place + 1} of ${perm.length} of the output`}
              onKeyDown={event => onKeyDown(event, place)}
              onPointerDown={event => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDrag({ from: place, to: place });
              }}
              onPointerMove={onMove}
              onPointerUp={onDrop}
              onPointerCancel={() => setDrag(null)}
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

/** Place of the chip under the pointer; null between chips. */
function placeAt(list: HTMLElement | null, { clientX, clientY }: React.PointerEvent): number | null {
  const chips = [...(list?.querySelectorAll<HTMLElement>('[data-place]') ?? [])];
  const under = chips.find(chip => {
    const { left, right, top, bottom } = chip.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  });
  return under === undefined ? null : Number(under.dataset.place);
}
