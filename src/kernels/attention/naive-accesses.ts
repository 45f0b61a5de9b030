/** Accesses of a warp of the naive version: whole rows, with a part for each lane. */
import { LANES } from '../../base/hardware.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { ELEMENT_BYTES, tileQueries } from './build.ts';
import { type AttentionCta, count } from './geometry.ts';
import { keysOf } from './params.ts';

/** Bytes of a store: two elements. */
const PAIR_BYTES = 2 * ELEMENT_BYTES;

export function naiveAccesses({ variant, p, tiles: [{ head, firstQuery }], addressOf }: AttentionCta): CtaAccess[] {
  const rowBytes = p.headDim * ELEMENT_BYTES;
  const partBytes = rowBytes / LANES;
  const firstKey = Math.floor(head / p.group) * p.keys;
  const queryOf = (thread: number): number => firstQuery + Math.floor(thread / LANES);
  const at = (kind: 'load' | 'store', widthBytes: number, placeOf: (thread: number) => number | null): CtaAccess => ({
    ...({ space: 'global', kind, widthBytes, interval: 0 } as const),
    addressOf: thread => (queryOf(thread) < p.queries ? placeOf(thread) : null),
  });
  const row = (thread: number): number => head * p.queries + queryOf(thread);
  const part = (thread: number): number => (thread % LANES) * partBytes;
  const keyRow = (buffer: string, key: number): CtaAccess =>
    at('load', partBytes, thread =>
      key < keysOf(p, queryOf(thread)) ? addressOf(buffer) + (firstKey + key) * rowBytes + part(thread) : null,
    );
  const seen = count(keysOf(p, Math.min(firstQuery + tileQueries(variant, p), p.queries) - 1));
  return [
    at('load', partBytes, thread => addressOf('q') + row(thread) * rowBytes + part(thread)),
    ...seen.map(key => keyRow('k', key)),
    ...seen.flatMap(key => [keyRow('k', key), keyRow('v', key)]),
    ...count(partBytes / PAIR_BYTES).map(i =>
      at('store', PAIR_BYTES, thread => addressOf('o') + row(thread) * rowBytes + part(thread) + i * PAIR_BYTES),
    ),
    at('store', 4, thread => (thread % LANES === 0 ? addressOf('lse') + row(thread) * 4 : null)),
  ];
}
