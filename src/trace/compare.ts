/**
 * Compares two traces of one kernel, access by access and lane by lane: do prediction and emulation agree? The accesses
 * of one warp, space and kind are compared in order. How different kinds interleave is the compiler's choice and is not
 * compared. Neither are spaces that no model predicts: parameters, constants, a thread's local memory.
 */
import { lowestBit32, popcount32 } from '../base/bits.ts';
import { addressText, ordinal } from '../base/numerals.ts';
import { type Access, type AccessKind, type AccessTrace, accessAt, type Space } from './access-trace.ts';
import type { Verdict } from './evidence.ts';

export interface WarpMatch {
  readonly cta: number;
  readonly warp: number;
  /** Bit l set: lane l differs somewhere. */
  readonly differingLanes: number;
}

export interface TraceComparison {
  /** A difference names the first one by CTA, warp, space and kind. */
  readonly verdict: Exclude<Verdict, { kind: 'onlyOne' }>;
  /** Lane accesses (one active lane of one row) that both traces hold alike, of all that either holds. */
  readonly matchingLanes: number;
  readonly totalLanes: number;
  /** Warps that have a compared access in at least one of the traces, sorted by CTA and warp. */
  readonly warps: readonly WarpMatch[];
}

const COMPARED: readonly Space[] = ['shared', 'global'];

/** Compares all shared and global rows; hand in traces of the same CTAs. */
export function compareTraces(predicted: AccessTrace, emulated: AccessTrace): TraceComparison {
  const tally = new Tally();
  for (const stream of streamsOf(predicted, emulated)) {
    const length = Math.max(stream.predicted.length, stream.emulated.length);
    for (let i = 0; i < length; i++) tally.add(stream, i);
  }
  return tally.finish();
}

/** The accesses of one warp to one space of one kind, in order, in both traces. */
interface Stream extends Omit<AccessPlace, 'index'> {
  readonly predicted: Access[];
  emulated: Access[];
}

/**
 * A warp that waits for another CTA loads the same words of global memory until they have come: how often is the schedule's
 * choice, and no model says it. What the same instruction loads again at once, unless that is predicted, counts as one load.
 */
function withoutSecondLooks({ space, kind, predicted, emulated }: Stream): Access[] {
  if (space !== 'global' || kind !== 'load') return emulated;
  const kept: Access[] = [];
  for (const access of emulated) {
    const before = kept.at(-1);
    const isAgain = before?.pc === access.pc && differingLanes(before, access) === 0;
    if (!isAgain || differingLanes(predicted[kept.length], access) === 0) kept.push(access);
  }
  return kept;
}

function streamsOf(predicted: AccessTrace, emulated: AccessTrace): Stream[] {
  const streams = new Map<string, Stream>();
  const streamFor = ({ cta, warp, space, kind }: Access): Stream => {
    const key = `${cta} ${warp} ${space} ${kind}`;
    const stream = streams.get(key) ?? { cta, warp, space, kind, predicted: [], emulated: [] };
    streams.set(key, stream);
    return stream;
  };
  for (const access of rowsOf(predicted)) streamFor(access).predicted.push(access);
  for (const access of rowsOf(emulated)) streamFor(access).emulated.push(access);
  for (const stream of streams.values()) stream.emulated = withoutSecondLooks(stream);
  return [...streams.values()].sort((a, b) => a.cta - b.cta || a.warp - b.warp);
}

const rowsOf = (trace: AccessTrace): Access[] =>
  Array.from({ length: trace.rows }, (_, row) => accessAt(trace, row)).filter(({ space }) => COMPARED.includes(space));

class Tally {
  #matching = 0;
  #total = 0;
  #verdict: TraceComparison['verdict'] = { kind: 'agree', sources: ['predicted', 'emulated'] };
  #warps: { cta: number; warp: number; differingLanes: number }[] = [];

  /** Streams come warp by warp. */
  add({ predicted, emulated, ...stream }: Stream, index: number): void {
    const [p, e] = [predicted[index], emulated[index]];
    const either = (p?.activeMask ?? 0) | (e?.activeMask ?? 0);
    const differing = differingLanes(p, e);
    this.#total += popcount32(either);
    this.#matching += popcount32(either & ~differing);
    const warp = this.#warpOf(stream.cta, stream.warp);
    warp.differingLanes = (warp.differingLanes | differing) >>> 0;
    if (differing !== 0 && this.#verdict.kind === 'agree')
      this.#verdict = differenceAt({ ...stream, index }, differing, p, e);
  }

  finish(): TraceComparison {
    return { verdict: this.#verdict, matchingLanes: this.#matching, totalLanes: this.#total, warps: this.#warps };
  }

  #warpOf(cta: number, warp: number) {
    const last = this.#warps.at(-1);
    if (last?.cta === cta && last.warp === warp) return last;
    const next = { cta, warp, differingLanes: 0 };
    this.#warps.push(next);
    return next;
  }
}

/**
 * Mask of the lanes that differ. If a row is missing or has another width, these are all lanes that are active in
 * either row.
 */
function differingLanes(p: Access | undefined, e: Access | undefined): number {
  if (p === undefined || e === undefined || p.widthBytes !== e.widthBytes)
    return (p?.activeMask ?? 0) | (e?.activeMask ?? 0);
  let lanes = p.activeMask ^ e.activeMask;
  for (let rest = p.activeMask & e.activeMask; rest !== 0; rest &= rest - 1) {
    const lane = 31 - Math.clz32(rest & -rest);
    if (p.address[lane] !== e.address[lane]) lanes |= 1 << lane;
  }
  return lanes;
}

type Difference = Extract<Verdict, { kind: 'differ' }>;

/** The index counts the accesses of this warp, space and kind from 0. */
interface AccessPlace {
  readonly cta: number;
  readonly warp: number;
  readonly space: Space;
  readonly kind: AccessKind;
  readonly index: number;
}

/**
 * The place where the traces first differ: 'warp 3 lane 5, 2nd shared load: predicted 0x0594, emulated 0x05C0'. `lanes`
 * has a bit for each differing lane, at least one; the text names the lowest.
 */
function differenceAt(
  place: AccessPlace,
  lanes: number,
  predicted: Access | undefined,
  emulated: Access | undefined,
): Difference {
  const { cta, warp, space, kind, index } = place;
  const lane = lowestBit32(lanes);
  const who = `${cta === 0 ? '' : `CTA ${cta} `}warp ${warp} lane ${lane}`;
  const request = `${ordinal(index + 1)} ${space} ${kind}`;
  const at = `${who}, ${request}: ${contrast(lane, predicted, emulated)}`;
  return { kind: 'differ', at, warp, lane, access: { space, kind, index } };
}

function contrast(lane: number, predicted: Access | undefined, emulated: Access | undefined): string {
  if (emulated === undefined) return 'predicted, but not emulated';
  if (predicted === undefined) return 'emulated, but not predicted';
  if (predicted.widthBytes !== emulated.widthBytes)
    return `predicted ${predicted.widthBytes} B, emulated ${emulated.widthBytes} B`;
  return `predicted ${laneText(predicted, lane)}, emulated ${laneText(emulated, lane)}`;
}

const laneText = ({ activeMask, address }: Access, lane: number): string =>
  (activeMask >>> lane) & 1 ? addressText(address[lane]) : 'idle';
