import { expect, it } from 'vitest';
import type { Span } from './span.ts';
import { sameOrder } from './span-order.ts';

const span = (role: string, kind: Span['kind'], from: number, stage: number): Span => ({
  ...{ role, kind, from, to: from + 10, stage, unit: 'clk', source: 'predicted' },
});
const SPANS = [
  ...[span('producer', 'copy', 0, 0), span('producer', 'copy', 5, 1), span('producer', 'wait', 7, 0)],
  ...[span('consumer', 'mma', 20, 0), span('consumer', 'mma', 40, 1)],
];

it('order is the same at other times, with other waits', () => {
  const slower = SPANS.filter(({ kind }) => kind !== 'wait').map(each => ({
    ...each,
    from: 3 * each.from,
    to: 3 * each.to,
  }));
  expect(sameOrder(SPANS, slower.toReversed())).toBe(true);
});

it.each([
  ['a product less', SPANS.slice(0, -1)],
  ['another stage', [...SPANS.slice(0, -1), span('consumer', 'mma', 40, 2)]],
  ['another role', SPANS.map(each => (each.role === 'consumer' ? { ...each, role: 'consumer 1' } : each))],
  ['two that changed places', [...SPANS.slice(0, 3), span('consumer', 'mma', 50, 0), span('consumer', 'mma', 40, 1)]],
])('%s is noticed', (_, other) => {
  expect([sameOrder(SPANS, other), sameOrder(other, SPANS)]).toEqual([false, false]);
});
