/** Dragging a control of a picture sideways: how far from where it was pressed, and what a click after that is worth. */
import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** A shorter move is a click. */
const LEAST_PX = 4;

interface SidewaysDrag {
  /** CSS pixels from the press, positive to the right. */
  readonly onDrag: (dx: number) => void;
  readonly onDrop?: () => void;
}

export function useSidewaysDrag({ onDrag, onDrop }: SidewaysDrag) {
  const pressed = useRef<number | null>(null);
  const hasMoved = useRef(false);
  const release = (): void => {
    pressed.current = null;
    if (hasMoved.current) onDrop?.();
  };
  return {
    onPointerDown(event: PointerEvent): void {
      if (event.button !== 0) return;
      pressed.current = event.clientX;
      hasMoved.current = false;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent): void {
      if (pressed.current === null) return;
      const dx = event.clientX - pressed.current;
      hasMoved.current ||= Math.abs(dx) >= LEAST_PX;
      if (!hasMoved.current) return;
      // Nothing is pointed at meanwhile.
      event.stopPropagation();
      onDrag(dx);
    },
    onPointerUp: release,
    onPointerCancel: release,
    onClick(event: MouseEvent): void {
      if (hasMoved.current) event.stopPropagation();
    },
  };
}
