/**
 * Finds the roles in the notes of a CTA, and which mbarrier is which. An mbarrier that copies complete is a full one,
 * the others are empty ones; the stages of each kind lie in the order of their addresses. The warp that starts copies
 * is the producer; the other warpgroups are consumers, by number.
 */
import type { CtaLog, WarpSpanLog } from './span-log.ts';

interface BarrierPlace {
  readonly name: 'full' | 'empty';
  readonly stage: number;
}

/** Places of mbarriers by address. */
export type BarrierPlaces = ReadonlyMap<number, BarrierPlace>;

export const isProducer = ({ notes }: WarpSpanLog): boolean => notes.some(({ verb }) => verb === 'expect');

/** 'producer', and 'consumer' or 'consumer 1' and its like; warps that noted nothing have no role. */
export function rolesOf({ warps }: CtaLog): ReadonlyMap<number, string> {
  const active = warps.filter(({ notes }) => notes.length > 0);
  const consumers = active.filter(log => !isProducer(log));
  const nameOf = (log: WarpSpanLog): string => {
    if (isProducer(log)) return 'producer';
    return consumers.length === 1 ? 'consumer' : `consumer ${consumers.indexOf(log) + 1}`;
  };
  return new Map(active.map(log => [log.warp, nameOf(log)]));
}

export function placesOf({ mbarriers, warps }: CtaLog): BarrierPlaces {
  const filled = new Set(
    warps.flatMap(({ notes }) => notes.filter(({ verb }) => verb === 'expect').map(({ address }) => address)),
  );
  const [full, empty] = [true, false].map(isFull =>
    mbarriers.map(({ address }) => address).filter(address => filled.has(address) === isFull),
  );
  const place = (name: BarrierPlace['name']) => (address: number, stage: number) => [address, { name, stage }] as const;
  return new Map([...full.map(place('full')), ...empty.map(place('empty'))]);
}

/**
 * For each full barrier, the time in each round at which its bytes are known to have arrived: the first consumer went
 * on then.
 */
export function landingsOf({ warps }: CtaLog, places: BarrierPlaces): ReadonlyMap<number, readonly number[]> {
  const landings = new Map<number, number[]>();
  for (const { notes } of warps.filter(log => !isProducer(log))) {
    const rounds = new Map<number, number>();
    for (const { address, toClk } of notes.filter(({ verb }) => verb === 'wait')) {
      if (places.get(address)?.name !== 'full') continue;
      const round = rounds.get(address) ?? 0;
      rounds.set(address, round + 1);
      const known = landings.get(address) ?? [];
      landings.set(address, known);
      known[round] = Math.min(toClk, known[round] ?? toClk);
    }
  }
  return landings;
}
