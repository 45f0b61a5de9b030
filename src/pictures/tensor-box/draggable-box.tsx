/** The box of a tensor copy as something to hold: dragged, or moved by the arrow keys. */

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { unitBytes } from '../../model/tma/box.ts';
import styles from '../picture-controls.module.css';
import type { PictureView } from '../view.ts';
import { boxIn, rangesOf, type TensorBoxFrame, tensorBoxFrame } from './frame.ts';
import type { TensorBoxRecords } from './records.ts';

interface MoverProps {
  readonly records: TensorBoxRecords;
  readonly view: PictureView;
  readonly onStart: (start: readonly number[]) => void;
}

/** It lies over the box, and lets through what is pointed at. */
export function BoxMover({ records, view, onStart }: MoverProps) {
  const frame = tensorBoxFrame(records, view);
  const { across, down } = rangesOf(records);
  const { x, y, width, height } = boxIn(frame, across.box, down.box);
  const { start } = records.copy;
  return (
    <button
      type="button"
      className={`${styles.control} ${styles.chip}`}
      style={{ left: x, top: y, width, height }}
      aria-label={`Box at (${start.join(', ')}). Arrow keys move it by a chunk or a row, with Shift by eight.`}
      title="Drag the box, or move it with the arrow keys"
      {...useBoxMoves(records, frame, onStart)}
    />
  );
}

/** A shorter move is a click. */
const LEAST_PX = 4;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly start: readonly number[];
  isHeld: boolean;
  hasMoved: boolean;
}

const NO_PRESS: Press = { x: 0, y: 0, start: [], isHeld: false, hasMoved: false };

function useBoxMoves(records: TensorBoxRecords, frame: TensorBoxFrame, onStart: MoverProps['onStart']) {
  const { start } = records.copy;
  const moveFrom = (from: readonly number[], chunks: number, rows: number): void => {
    const next = movedStart(records, from, chunks, rows);
    if (next.some((at, dim) => at !== start[dim])) onStart(next);
  };
  return {
    ...useBoxDrag(start, (from, dx, dy) =>
      moveFrom(from, Math.round(dx / frame.pitchX), Math.round(dy / frame.pitchY)),
    ),
    onKeyDown: (event: KeyboardEvent) => moveByKey(event, (chunks, rows) => moveFrom(start, chunks, rows)),
  };
}

/** `onDrag` is told where the box was when it was pressed, and how far the pointer has come since, in CSS pixels. */
function useBoxDrag(start: readonly number[], onDrag: (from: readonly number[], dx: number, dy: number) => void) {
  const press = useRef(NO_PRESS);
  const release = (): void => {
    press.current.isHeld = false;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      press.current = { x: event.clientX, y: event.clientY, start, isHeld: true, hasMoved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      const { x, y, start: from, isHeld, hasMoved } = press.current;
      const [dx, dy] = [event.clientX - x, event.clientY - y];
      if (!isHeld || (!hasMoved && Math.hypot(dx, dy) < LEAST_PX)) return;
      press.current.hasMoved = true;
      // Stops the highlight during the drag.
      event.stopPropagation();
      onDrag(from, dx, dy);
    },
    ...{ onPointerUp: release, onPointerCancel: release },
    // The click that ends a drag is none.
    onClick: (event: { stopPropagation(): void }) => void (press.current.hasMoved && event.stopPropagation()),
  };
}

function movedStart({ copy, down }: TensorBoxRecords, from: readonly number[], chunks: number, rows: number): number[] {
  const perChunk = CHUNK_BYTES / unitBytes(copy.map);
  // A slice of two chunks is moved by either.
  const across = Math.sign(chunks) * Math.ceil(Math.abs(chunks) * perChunk);
  const least = copy.direction === 'store' ? 0 : Number.NEGATIVE_INFINITY;
  return from.map((at, dim) => Math.max(least, at + (dim === 0 ? across : dim === down ? rows : 0)));
}

const MOVES: Readonly<Record<string, readonly [chunks: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const FAR = 8;

function moveByKey(event: KeyboardEvent, move: (chunks: number, rows: number) => void): void {
  const by = MOVES[event.key];
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const factor = event.shiftKey ? FAR : 1;
  move(by[0] * factor, by[1] * factor);
}
