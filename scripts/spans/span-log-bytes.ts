/** Reads what `cuda/replay/span-play.cpp` copied from `spanLog` (`cuda/spans/spans.cuh`), as records. */
import { WARPGROUP_WARPS } from '../../src/base/hardware.ts';
import { type CtaLog, SPAN_VERBS, type SpanNote, type WarpSpanLog } from '../../src/trace/span-log.ts';

/** Sizes and offsets in `struct CtaLog`, in bytes; `spans.cuh` has the same numbers. */
const WARPGROUPS = 4;
const BARRIERS = 32;
const BARRIERS_AT = 24;
const NOTES = 512;
const NOTE_BYTES = 16;
const NOTES_BYTES = NOTES * NOTE_BYTES;
/** Notes start at multiples of the size of all notes, and so does what follows them. */
const WARPS_AT = NOTES_BYTES;
const WARP_BYTES = 2 * NOTES_BYTES;
const CTA_BYTES = WARPS_AT + WARPGROUPS * WARP_BYTES;
const ADDRESS_BITS = 24;

/** CTAs that noted something. Throws if the bytes are no log. */
export function spanLogOf(bytes: Uint8Array): CtaLog[] {
  if (bytes.length % CTA_BYTES !== 0) throw new Error(`${bytes.length} bytes are no log of CTAs`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = Array.from({ length: bytes.length / CTA_BYTES }, (_, cta) => cta * CTA_BYTES);
  const active = starts.filter(at => view.getUint32(at, true) > 0);
  const times = active.map(at => startNs(view, at));
  const firstNs = times.find(ns => times.every(other => ns <= other)) ?? 0n;
  return active.map(at => ctaOf(view, at, firstNs));
}

const startNs = (view: DataView, at: number): bigint => view.getBigUint64(at + 16, true);

function ctaOf(view: DataView, at: number, firstNs: bigint): CtaLog {
  const count = view.getUint32(at, true);
  if (count > BARRIERS) throw new Error(`${count} mbarriers, of which ${BARRIERS} were noted`);
  const startClk = view.getUint32(at + 8, true);
  const mbarriers = Array.from({ length: count }, (_, i) => at + BARRIERS_AT + 8 * i)
    .map(place => ({
      address: view.getUint32(place, true) % 2 ** ADDRESS_BITS,
      arrivals: view.getUint32(place + 4, true),
    }))
    .sort((a, b) => a.address - b.address);
  return {
    sm: view.getUint32(at + 4, true),
    startNs: Number(startNs(view, at) - firstNs),
    mbarriers,
    warps: Array.from({ length: WARPGROUPS }, (_, i) =>
      warpOf(view, at + WARPS_AT + i * WARP_BYTES, i * WARPGROUP_WARPS, startClk),
    ),
  };
}

function warpOf(view: DataView, at: number, warp: number, startClk: number): WarpSpanLog {
  const sinceStart = (clk: number): number => (clk - startClk) >>> 0;
  const notes: SpanNote[] = [];
  for (let i = 0; i < NOTES; i++) {
    const place = at + i * NOTE_BYTES;
    const verbAndAddress = view.getUint32(place + 8, true);
    const verb = verbAndAddress >>> ADDRESS_BITS;
    if (verb === 0) break;
    notes.push({
      verb: SPAN_VERBS[verb - 1],
      fromClk: sinceStart(view.getUint32(place, true)),
      toClk: sinceStart(view.getUint32(place + 4, true)),
      address: verbAndAddress % 2 ** ADDRESS_BITS,
      detail: view.getUint32(place + 12, true),
    });
  }
  const [dropped, stored] = [0, 4].map(offset => view.getUint32(at + NOTES_BYTES + offset, true));
  return { warp, notes, dropped, storedClk: stored === 0 ? null : sinceStart(stored) };
}
