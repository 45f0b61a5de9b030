import { expect, test } from 'vitest';
import type { Handle, HandleName } from '../figure.ts';
import { HandleDrag } from './use-handles.ts';

const at = (x: number) => ({ x, y: 0 });
const handle = (name: HandleName): Handle => ({
  name,
  box: { x: 0, y: 0, width: 100, height: 10 },
  valueAt: (from, to) => Math.round((to.x - (name === 'column' ? 0 : from.x)) / 10),
});

test('a ruler answers the press, then each new line once; the click is taken', () => {
  const drag = new HandleDrag();
  expect(drag.press(handle('column'), at(42))).toBe(4);
  expect([43, 44, 48, 52, 61].map(x => drag.move(at(x)))).toEqual([null, null, 5, null, 6]);
  drag.release();
  expect(drag.isClickTaken).toBe(true);
});

test('a map hears of a drag only after some pixels, else the click is a click', () => {
  const drag = new HandleDrag();
  expect(drag.press(handle('base'), at(50))).toBeNull();
  expect([drag.move(at(52)), drag.hasMoved, drag.isClickTaken]).toEqual([null, false, false]);
  drag.release();
  drag.press(handle('base'), at(50));
  expect([drag.move(at(65)), drag.hasMoved, drag.isClickTaken]).toEqual([2, true, true]);
});

test('a press beside all handles starts nothing', () => {
  const drag = new HandleDrag();
  drag.press(handle('pad'), at(0));
  drag.release();
  expect(drag.press(null, at(0))).toBeNull();
  expect([drag.move(at(90)), drag.handle, drag.isClickTaken]).toEqual([null, null, false]);
});
