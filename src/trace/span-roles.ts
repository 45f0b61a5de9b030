/**
 * Finds the roles in the notes of a CTA, and which mbarrier is which. An mbarrier that copies complete is a full one,
 * the others are empty ones; the stages of each kind lie in the order of their addresses. The warp that starts copies
 * is the producer; the other warpgroups are consumers, by number.
 */
import type { CtaLog, WarpSpanLog } from './span-log.ts';

interface BarrierPlace {
  /** 'full', 'empty k'. */
  readonly name: string;
  readonly stage: number;
  /** The ring whose stages it guards. */
  readonly buffer: string;
}

/** Rings of mbarriers in the order of their addresses, where a kernel has several. */
export interface LoggedRing {
  readonly name: string;
  readonly buffer: string;
  readonly stages: number;
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

/** @param rings of a kernel with several; null: those that copies complete are one ring, the others another. */
export function placesOf({ mbarriers, warps }: CtaLog, rings: readonly LoggedRing[] | null): BarrierPlaces {
  if (rings !== null) {
    const stages = rings.flatMap(({ name, buffer, stages: of }) =>
      Array.from({ length: of }, (_, stage) => ({ name, buffer, stage })),
    );
    return new Map(mbarriers.flatMap(({ address }, i) => (i < stages.length ? [[address, stages[i]] as const] : [])));
  }
  const filled = new Set(
    warps.flatMap(({ notes }) => notes.filter(({ verb }) => verb === 'expect').map(({ address }) => address)),
  );
  const [full, empty] = [true, false].map(isFull =>
    mbarriers.map(({ address }) => address).filter(address => filled.has(address) === isFull),
  );
  const place = (name: string) => (address: number, stage: number) =>
    [address, { name, stage, buffer: 'ring' }] as const;
  return new Map([...full.map(place('full')), ...empty.map(place('empty'))]);
}

/**
 * For each full barrier, the time in each round at which its bytes are known to have arrived: the first consumer went
 * on then, or used them.
 */
export function landingsOf({ warps }: CtaLog, places: BarrierPlaces): ReadonlyMap<number, readonly number[]> {
  const landings = new Map<number, number[]>();
  const fills = warps.flatMap(({ notes }) => notes.flatMap(({ verb, address }) => (verb === 'expect' ? address : [])));
  for (const { notes } of warps.filter(log => !isProducer(log))) {
    const rounds = new Map<number, number>();
    for (const { address, at } of usesOf(notes, fills)) {
      if (!places.get(address)?.name.startsWith('full')) continue;
      const round = rounds.get(address) ?? 0;
      rounds.set(address, round + 1);
      const known = landings.get(address) ?? [];
      landings.set(address, known);
      known[round] = Math.min(at, known[round] ?? at);
    }
  }
  return landings;
}

interface BytesUse {
  readonly address: number;
  readonly at: number;
}

/**
 * Where products are noted, waits that are over at once are not: then bytes are used where products of their mbarrier are asked
 * for, and those that several products share, by the first of each share.
 */
function usesOf(notes: WarpSpanLog['notes'], fills: readonly number[]): BytesUse[] {
  const products = notes.filter(({ verb }) => verb === 'products');
  if (products.length === 0)
    return notes.flatMap(({ verb, address, toClk: at }) => (verb === 'wait' ? { address, at } : []));
  const used = new Set(products.map(({ address }) => address));
  const shared = [...new Set(fills)].filter(address => !used.has(address));
  return [
    ...products.map(({ address, fromClk: at }) => ({ address, at })),
    ...shared.flatMap(address => {
      const rounds = fills.filter(fill => fill === address).length;
      const share = products.length / rounds;
      return Array.from({ length: rounds }, (_, round) => ({
        address,
        at: products[Math.floor(round * share)].fromClk,
      }));
    }),
  ];
}
