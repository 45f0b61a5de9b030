/** The edge of the toy's tile: dragged by mouse or finger, moved by arrow keys, a word at a time. */
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { MOST_PAD, padWithin } from './toy.ts';
import css from './toy-panel.module.css';

interface EdgeHandleProps {
  readonly pad: number;
  /** '9 words a row, 1 trip'. */
  readonly value: string;
  readonly x: number;
  readonly top: number;
  readonly height: number;
  readonly onPad: (pad: number) => void;
}

/** Distance of a drag for one word. */
const WORD_PX = 30;
const HIT_PX = 44;

export function EdgeHandle({ pad, value, x, top, height, onPad }: EdgeHandleProps) {
  const from = useRef<{ readonly x: number; readonly pad: number } | null>(null);
  const take = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, pad };
  };
  const drag = ({ clientX }: PointerEvent) => {
    if (from.current === null) return;
    const next = padWithin(from.current.pad + (clientX - from.current.x) / WORD_PX);
    if (next !== pad) onPad(next);
  };
  const drop = () => {
    from.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = padAfter(event.key, pad);
    if (next === null) return;
    event.preventDefault();
    onPad(next);
  };
  return (
    <div
      className={css.handle}
      style={{ left: x - HIT_PX / 2, top, width: HIT_PX, height }}
      role="slider"
      tabIndex={0}
      aria-label="Edge of the tile: words of padding"
      aria-valuemin={0}
      aria-valuemax={MOST_PAD}
      aria-valuenow={pad}
      aria-valuetext={value}
      data-own-keys
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={onKeyDown}
    >
      <span className={css.grip} data-nudges={pad === 0 || undefined}>
        <GripVertical size={12} strokeWidth={2} aria-hidden />
      </span>
    </div>
  );
}

function padAfter(key: string, pad: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return padWithin(pad + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return padWithin(pad - 1);
    case 'Home':
      return 0;
    case 'End':
      return MOST_PAD;
    default:
      return null;
  }
}
