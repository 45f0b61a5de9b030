import { expect, it } from 'vitest';
import type { Warp } from '../machine/warp.ts';
import { MOST_EVENTS, WarpLog } from './warp-log.ts';

it('keeps no more events than it may, and counts on', () => {
  const warp = { pc: 1, issued: 0 } as Warp;
  const count = { events: MOST_EVENTS - 3 };
  const log = new WarpLog(warp, 64, count);
  for (let i = 0; i < 5; i++) log.add({ kind: 'close', work: 'copies' });
  expect(log.finish()).toHaveLength(3);
  expect(count.events - MOST_EVENTS).toBe(3);
});
