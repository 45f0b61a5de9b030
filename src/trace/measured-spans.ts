/** Turns the notes of a GPU's warps into spans, in clk of the CTA. */
import type { Span } from './span.ts';
import type { CtaLog, SpanNote, WarpSpanLog } from './span-log.ts';
import { type BarrierPlaces, isProducer, type LoggedRing, landingsOf, placesOf, rolesOf } from './span-roles.ts';

type Note = SpanNote;
type Made = Omit<Span, 'role' | 'warp' | 'unit' | 'source'>;

/** A warp of each role stands for it. @param rings of a kernel with several; null: one of full and one of empty mbarriers. */
export function measuredSpans(cta: CtaLog, rings: readonly LoggedRing[] | null = null): Span[] {
  const places = placesOf(cta, rings);
  const roles = rolesOf(cta);
  const landings = landingsOf(cta, places);
  return cta.warps.flatMap((log): Span[] => {
    const role = roles.get(log.warp);
    if (role === undefined) return [];
    const made = isProducer(log) ? producerSpans(log, places, landings) : consumerSpans(log, places);
    return made.map(span => ({ ...span, role, warp: log.warp, unit: 'clk', source: 'measured' }));
  });
}

/** Copies are asked for from where their bytes are announced until the warp does something else. */
function producerSpans(
  { notes }: WarpSpanLog,
  places: BarrierPlaces,
  landings: ReadonlyMap<number, readonly number[]>,
): Made[] {
  const rounds = new Map<number, number>();
  return notes.flatMap((note, i): Made[] => {
    const { verb, address, fromClk, toClk } = note;
    if (verb !== 'expect') return waitSpan(note, places);
    const round = rounds.get(address) ?? 0;
    rounds.set(address, round + 1);
    const { stage, buffer } = places.get(address)!;
    const landed = landings.get(address)?.[round];
    const issue: Made = { kind: 'issue', from: fromClk, to: notes[i + 1]?.fromClk ?? toClk, stage };
    return landed === undefined ? [issue] : [issue, { kind: 'copy', from: fromClk, to: landed, stage, buffer }];
  });
}

/** Span of a wait at an mbarrier, for products, or until stores have been read. */
function waitSpan({ verb, fromClk: from, toClk: to, address, detail }: Note, places: BarrierPlaces): Made[] {
  if (verb === 'waitForProducts' || verb === 'waitForReads') return [{ kind: 'wait', from, to }];
  if (verb !== 'wait') return [];
  const { name, stage } = places.get(address)!;
  return [{ kind: 'wait', from, to, stage, barrier: { name, parity: detail === 0 ? 0 : 1 } }];
}

function consumerSpans(log: WarpSpanLog, places: BarrierPlaces): Made[] {
  const { notes, storedClk } = log;
  const last = notes.at(-1);
  const left: Made[] =
    storedClk === null || last === undefined ? [] : [{ kind: 'store', from: last.toClk, to: storedClk }];
  const has = (verb: Note['verb']) => notes.some(note => note.verb === verb);
  const products = has('products') ? notedProducts : has('waitForProducts') ? asyncProducts : syncProducts;
  const waits = notes.flatMap(note => waitSpan(note, places));
  return [...waits, ...products(notes, places), ...storesOf(notes), ...left].sort((a, b) => a.from - b.from);
}

/** Spans of `mma.sync` products: each lasts from the wait for a stage to the stage's release. */
function syncProducts(notes: readonly Note[], places: BarrierPlaces): Made[] {
  return notes.flatMap((note, i): Made[] => {
    const before = notes[i - 1];
    if (note.verb !== 'arrive' || before?.verb !== 'wait') return [];
    return [{ kind: 'mma', from: before.toClk, to: note.fromClk, stage: places.get(before.address)!.stage }];
  });
}

/** `wgmma`: one group for each stage, from the wait for it until a wait for products leaves fewer groups under way. */
function asyncProducts(notes: readonly Note[], places: BarrierPlaces): Made[] {
  const done: Made[] = [];
  const underWay: { readonly from: number; readonly stage: number }[] = [];
  for (const { verb, toClk, address, detail } of notes) {
    if (verb === 'wait') underWay.push({ from: toClk, stage: places.get(address)!.stage });
    if (verb !== 'waitForProducts') continue;
    for (const { from, stage } of underWay.splice(0, Math.max(0, underWay.length - detail)))
      done.push({ kind: 'mma', from, to: toClk, stage });
  }
  return done;
}

/**
 * Groups whose start was noted: from there until a wait leaves fewer under way. Behind a wait the warp works: on the softmax of
 * the scores, where the product was one with the keys, or on what its sums need.
 */
function notedProducts(notes: readonly Note[], places: BarrierPlaces): Made[] {
  const made: Made[] = [];
  const underWay: { readonly from: number; readonly stage: number; readonly buffer: string }[] = [];
  for (const [i, { verb, fromClk, toClk, address, detail }] of notes.entries()) {
    if (verb === 'products') {
      const { stage, buffer } = places.get(address)!;
      underWay.push({ from: fromClk, stage, buffer });
    }
    if (verb !== 'waitForProducts') continue;
    const ended = underWay.splice(0, Math.max(0, underWay.length - detail));
    made.push(...ended.map((product): Made => ({ kind: 'mma', to: toClk, ...product })));
    const [next, last] = [notes[i + 1], ended.at(-1)];
    if (next === undefined || last === undefined) continue;
    made.push({ kind: last.buffer === 'k' ? 'softmax' : 'alu', from: toClk, to: next.fromClk });
  }
  return made;
}

/**
 * Spans of stores: each lasts from the start of the copy until the engine has read shared memory. Before that,
 * registers were stored there.
 */
function storesOf(notes: readonly Note[]): Made[] {
  return notes.flatMap((note, i): Made[] => {
    const before = notes[i - 1];
    if (note.verb !== 'store') return [];
    const read = notes.find(({ verb }, j) => j > i && verb === 'waitForReads');
    const written: Made[] =
      before?.verb === 'waitForReads' ? [{ kind: 'alu', from: before.toClk, to: note.fromClk }] : [];
    return read === undefined ? written : [...written, { kind: 'store', from: note.fromClk, to: read.toClk }];
  });
}
