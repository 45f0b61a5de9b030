/** Dragging a control of a picture sideways: how far from where it was pressed, and what a click after that is worth. */
import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** A shorter move is a click. */
const LEAST_PX = 4;

interface SidewaysDrag {
  /** CSS pixels from the press, positive to the right. */
  readonly onDrag: (dx: number) => void;
  readonly onDrop?: () => void;
}

interface Press {
  readonly x: number;
  isHeld: boolean;
  hasMoved: boolean;
}

export function useSidewaysDrag({ onDrag, onDrop }: SidewaysDrag) {
  const press = useRef<Press>({ x: 0, isHeld: false, hasMoved: false });
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    press.current = { x: event.clientX, isHeld: true, hasMoved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const { x, isHeld, hasMoved } = press.current;
    const dx = event.clientX - x;
    if (!isHeld || (!hasMoved && Math.abs(dx) < LEAST_PX)) return;
    press.current.hasMoved = true;
    // Stops the highlight during the drag.
    event.stopPropagation();
    onDrag(dx);
  };
  const release = (): void => {
    if (press.current.isHeld && press.current.hasMoved) onDrop?.();
    press.current.isHeld = false;
  };
  // The click that ends a drag is none.
  const onClick = (event: MouseEvent): void => void (press.current.hasMoved && event.stopPropagation());
  return { onPointerDown, onPointerMove, onPointerUp: release, onPointerCancel: release, onClick };
}
