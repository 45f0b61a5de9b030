/** Wheel, drag, pinch and keys on a timeline, as windows and playheads that they ask for. */
import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { TimeWindow } from '../pipeline/records.ts';
import { movedBy, zoomedAbout } from '../time/time-window.ts';
import { type Asked, clkOn, TimeGesture, type TimeGround } from './time-gesture.ts';
import { pointOf } from './use-handles.ts';

interface TimeListener {
  readonly onWindow: (window: TimeWindow | null) => void;
  readonly onPlayhead: (clk: number) => void;
}

/** `isScrubbed`: whether a press at a place moves the playhead. */
export function useTimeGestures(
  element: RefObject<HTMLElement | null>,
  ground: TimeGround,
  isScrubbed: (x: number, y: number) => boolean,
  listener: TimeListener,
) {
  const [gesture] = useState(() => new TimeGesture());
  const [isDragging, setDragging] = useState(false);
  const latest = useLatest(ground, listener);
  useWheel(element, latest);
  const tell = (asked: Asked): void => {
    setDragging(gesture.isUnderWay);
    if (asked === null) return;
    if ('playhead' in asked) listener.onPlayhead(asked.playhead);
    else latest.ask(asked.window);
  };
  const handlers = dragHandlers(gesture, latest.ground, isScrubbed, tell);
  return { isDragging, handlers, zoomBy: latest.zoomBy, panBy: latest.panBy };
}

function dragHandlers(
  gesture: TimeGesture,
  groundNow: () => TimeGround,
  isScrubbed: (x: number, y: number) => boolean,
  tell: (asked: Asked) => void,
) {
  const release = (event: PointerEvent): void => tell(gesture.release(event.pointerId, groundNow()));
  return {
    onPointerDown(event: PointerEvent): void {
      if (event.button !== 0) return;
      const { x, y } = pointOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
      tell(gesture.press(event.pointerId, x, groundNow(), isScrubbed(x, y)));
    },
    /** True where the move is a drag's. */
    move(event: PointerEvent): boolean {
      tell(gesture.move(event.pointerId, pointOf(event).x));
      return gesture.isUnderWay;
    },
    onPointerUp: release,
    onPointerCancel: release,
    isClickTaken: () => gesture.isClickTaken,
  };
}

/** Several events may arrive before the next frame is drawn: each starts from the result of the one before. */
function useLatest(ground: TimeGround, { onWindow }: TimeListener) {
  const asked = useRef<TimeWindow>(ground.window);
  useLayoutEffect(() => {
    asked.current = ground.window;
  }, [ground.window]);
  const now = (): TimeGround => ({ ...ground, window: asked.current });
  const ask = (window: TimeWindow | null): void => {
    asked.current = window ?? ground.whole;
    onWindow(window);
  };
  return {
    ground: now,
    ask,
    /** About a place in px, or the middle. */
    zoomBy(factor: number, x = ground.x + ground.width / 2): void {
      ask(zoomedAbout(ground.whole, asked.current, clkOn(now(), x), factor));
    },
    /** Moves by a share of the visible time. */
    panBy(share: number): void {
      ask(movedBy(ground.whole, asked.current, share * (asked.current.to - asked.current.from)));
    },
  };
}

/** Doublings for a pixel of the wheel, and for the wheels that count in lines. */
const PER_PX = 0.002;
const PER_LINE = 0.05;
/** A pinch on a touchpad comes as a wheel with Ctrl, in small steps. */
const PINCH = 10;

/** Without zoom the page keeps the wheel for scrolling down. React's listeners cannot stop the page from scrolling. */
function useWheel(element: RefObject<HTMLElement | null>, latest: ReturnType<typeof useLatest>): void {
  useLayoutEffect(() => {
    const { current } = element;
    const onWheel = (event: WheelEvent): void => {
      const { whole, window, width } = latest.ground();
      const isWhole = window.to - window.from >= whole.to - whole.from;
      if (isWhole && event.deltaY >= 0) return;
      event.preventDefault();
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        latest.panBy((event.deltaX || event.deltaY) / width);
        return;
      }
      const doublings = -event.deltaY * (event.deltaMode === 0 ? PER_PX : PER_LINE) * (event.ctrlKey ? PINCH : 1);
      latest.zoomBy(2 ** doublings, event.clientX - current!.getBoundingClientRect().left);
    };
    current?.addEventListener('wheel', onWheel, { passive: false });
    return () => current?.removeEventListener('wheel', onWheel);
  });
}
