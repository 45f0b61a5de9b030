/** Dragging one of a list of chips to another's place. */
import { type PointerEvent, useRef, useState } from 'react';

/** While a chip is held: the place that it has, and the place it is over. */
interface Drag {
  readonly from: number;
  readonly to: number;
}

export interface OrderDrag {
  /** Element whose children give their places as `data-place`. */
  readonly list: React.RefObject<HTMLOListElement | null>;
  readonly drag: Drag | null;
  readonly handlers: (place: number) => Partial<Record<PointerHandler, (event: PointerEvent<HTMLElement>) => void>>;
}

type PointerHandler = 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel';

export function useOrderDrag(onMove: (from: number, to: number) => void): OrderDrag {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const follow = (event: PointerEvent) => {
    const over = drag && placeAt(list.current, event);
    if (drag && over !== null && over !== drag.to) setDrag({ ...drag, to: over });
  };
  const drop = () => {
    if (drag) onMove(drag.from, drag.to);
    setDrag(null);
  };
  const handlers = (place: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: place, to: place });
    },
    onPointerMove: follow,
    onPointerUp: drop,
    onPointerCancel: () => setDrag(null),
  });
  return { list, drag, handlers };
}

/** Place of the chip under the pointer; null between chips. */
function placeAt(list: HTMLElement | null, { clientX, clientY }: PointerEvent): number | null {
  const chips = [...(list?.querySelectorAll<HTMLElement>('[data-place]') ?? [])];
  const under = chips.find(chip => {
    const { left, right, top, bottom } = chip.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  });
  return under === undefined ? null : Number(under.dataset.place);
}
