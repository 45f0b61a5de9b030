import { afterEach, expect, it, vi } from 'vitest';
import { onceAFrame } from './once-a-frame.ts';

afterEach(() => vi.unstubAllGlobals());

/** `next` is a frame of the screen. */
function frames() {
  const waiting = new Map<number, () => void>();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => waiting.set(++last, act) && last);
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => waiting.delete(frame));
  return {
    next: () => {
      const acts = [...waiting.values()];
      waiting.clear();
      for (const act of acts) act();
    },
  };
}

it('draws the newest of each frame, and nothing after the end', () => {
  const { next } = frames();
  const drawn: number[] = [];
  const { show, end } = onceAFrame<number>(value => drawn.push(value));
  show(1);
  show(2);
  expect(drawn).toEqual([]);
  next();
  next();
  expect(drawn).toEqual([2]);
  show(3);
  next();
  show(4);
  end();
  next();
  expect(drawn).toEqual([2, 3]);
});
