/**
 * How far a kernel reaches behind each pointer with given numbers, if all threads do what its comparisons let them: ranges, put
 * through the slice of its code that makes addresses. A register that is compared with a parameter stays below it everywhere,
 * as in a kernel that forgets no comparison.
 */
import { leastOf } from '../../base/extremes.ts';
import { addends, pointersAtOnce } from './added-nodes.ts';
import type { AddressSlice } from './address-slice.ts';
import { alternating } from './alternating.ts';
import { type Bound, ComparedNodes, type ComparedSum } from './compared-nodes.ts';
import { dynamicSharedBytes } from './dynamic-shared.ts';
import { LinearForms } from './linear-form.ts';
import { type LoopEnd, lastOf, latest } from './loop-end.ts';
import { NodeInputs } from './node-inputs.ts';
import { isOneTooFar } from './one-too-far.ts';
import { at, computed, joined, type Range } from './ranges.ts';
import { placeRange, type ReachNumbers } from './reach-numbers.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';
import type { SliceNode } from './slice-node.ts';

/** Steps of one question: a node whose loops depend on each other in many ways is given up, and leaves half as many to the next. */
const MOST_STEPS = 20_000;
const FEWEST_STEPS = 500;
/** Of operations on operations: the stack is limited. */
const MOST_DEPTH = 200;
/** Constants from which on an offset stands for further elements of a thread, not for a neighbour that may lie outside. */
const FAR_BYTES = 128;
/** Below this an offset stands for a neighbour, however short the range of the index is. */
const NEAR_BYTES = 16;

export class AddressReach {
  readonly #slice: AddressSlice;
  readonly #forms: LinearForms;
  readonly #numbers: ReachNumbers;
  readonly #compared: ComparedNodes;
  readonly #known = new Map<string, Range | null>();
  /** What is being looked at: nodes with those that are 0 meanwhile, and the nodes alone. */
  readonly #open = new Set<string>();
  readonly #opened = new Set<number>();
  readonly #inputs: NodeInputs;
  #steps = 0;
  #mostSteps = MOST_STEPS;
  #depth = 0;
  #first: AddressReach | null = null;
  /** By node, of the first thread. */
  readonly #roundsOf = new Map<number, number | null>();
  /** With one CTA. */
  #alone: AddressReach | null = null;

  constructor(slice: AddressSlice, numbers: ReachNumbers) {
    this.#slice = slice;
    this.#forms = new LinearForms(slice);
    this.#numbers = numbers;
    this.#inputs = new NodeInputs(slice);
    this.#compared = new ComparedNodes(slice, this.#inputs);
  }

  /** Bytes that the kernel reaches behind a pointer; null where some access has no known range, or there is none. */
  bytesBehind(pointer: ScalarPlace): number | null {
    let end: number | null = null;
    for (const { address, byteOffset, bytes } of this.#slice.accesses) {
      if (!this.pointersOf(address).some(place => isSame(place, pointer))) continue;
      const range = this.rangeOf(address);
      if (range === null || pointersAtOnce(this.#slice, address, this.#numbers.isPointer) > 1) return null;
      // A loop that is unrolled has an offset for each of its rounds; behind an index that ends at a length, it may be a mistake.
      // So has a record whose fields lie behind all that the index reaches.
      const isBehind = byteOffset >= Math.max(NEAR_BYTES, range.high - range.low + bytes);
      const isFar = ((byteOffset >= FAR_BYTES || isBehind) && !this.#isClipped(address)) || this.#isMerged(address);
      const isOfRecord =
        byteOffset + bytes <= this.#forms.stepOf(address) || this.#isOfCta(address, byteOffset + bytes);
      end = Math.max(end ?? 0, range.high + (isFar || isOfRecord ? byteOffset : 0) + bytes);
    }
    return end;
  }

  /** Bytes of dynamic shared memory up to the last place that parameters or the block's size lead to, or threads where no variable names it; else 0. */
  dynamicSharedBytes(): number {
    return dynamicSharedBytes(this.#slice, this.#inputs, address => this.rangeOf(address));
  }

  numberAt = (place: ScalarPlace): number | null => this.#numbers.numberAt(place);

  /** The largest value that loads through a pointer should have; null where no comparison says so. */
  largestFrom(pointer: ScalarPlace): number | null {
    const ends = this.#slice.nodes.flatMap((node, index) => {
      const from = node.op === 'data' ? this.pointersOf(node.address) : [];
      if (!from.some(place => isSame(place, pointer))) return [];
      const range = this.rangeOf(index);
      return range === null || range.high >= this.#numbers.largestFrom(from) ? [] : [range.high];
    });
    return ends.length === 0 ? null : Math.max(0, leastOf(ends));
  }

  /** Parameters that an address comes from by additions. */
  pointersOf(index: number): ScalarPlace[] {
    const places: ScalarPlace[] = [];
    for (const input of addends(this.#slice, index)) {
      const node = this.#slice.nodes[input];
      if (node.op === 'param' && this.#numbers.isPointer(node.place)) {
        if (!places.some(place => isSame(place, node.place))) places.push(node.place);
      }
    }
    return places;
  }

  /** Whether no thread of a CTA gets beyond what is the CTA's own, with that many bytes behind an address. */
  #isOfCta(address: number, bytes: number): boolean {
    if (this.#isClipped(address)) return false;
    const steps = [...this.#forms.of(address).terms.values()].flatMap(({ place, factor, per }) =>
      place?.startsWith('ctaid') && per === 1 ? [factor] : [],
    );
    this.#alone ??= new AddressReach(this.#slice, { ...this.#numbers, grid: [1, 1, 1] });
    const range = steps.length === 0 ? null : this.#alone.rangeOf(address);
    return range !== null && range.high + bytes <= leastOf(steps);
  }

  #isClipped(index: number): boolean {
    return [...this.#inputs.of(index)].some(one =>
      this.#compared.boundsOf(one).some(({ kind, by }) => kind !== 'equal' && this.isOfParams(by)),
    );
  }

  #isMerged(index: number): boolean {
    return [...addends(this.#slice, index)].some(one => this.#slice.nodes[one].op === 'merge');
  }

  /** What a node may be, with those of `zero` at 0; null where too little is known. */
  rangeOf(index: number, zero: ReadonlySet<number> = NONE): Range | null {
    if (this.#depth >= MOST_DEPTH) return null;
    if (this.#depth === 0) this.#steps = 0;
    this.#depth++;
    const range = this.#rangeInside(index, zero);
    this.#depth--;
    return range;
  }

  #rangeInside(index: number, zero: ReadonlySet<number>): Range | null {
    if (zero.has(index)) return at(0);
    const isClosed = !this.#inputs.areAmong(index, zero);
    const question = isClosed ? `${index}` : `${index} ${[...zero].sort().join()}`;
    // What comes to itself on a way that is not closed by `zero` is unknown.
    if (this.#open.has(question)) return null;
    // Of what depends on a node that is being looked at, this is not the whole answer.
    const isWhole = this.#depth === 1 || (isClosed && !this.#inputs.areAmong(index, this.#opened));
    if (isWhole && this.#known.has(question)) return this.#known.get(question) ?? null;
    if (++this.#steps > this.#mostSteps) return null;
    const node = this.#slice.nodes[index];
    const isFirst = !this.#opened.has(index);
    this.#open.add(question);
    this.#opened.add(index);
    const range = node.op === 'merge' ? this.#merged(index, node, zero) : this.#clipped(index, this.#own(node, zero));
    this.#open.delete(question);
    if (isFirst) this.#opened.delete(index);
    // The question that ran out of steps is not asked again; those inside it may be, alone.
    const isGivenUp = this.#steps > this.#mostSteps;
    if (isWhole && (!isGivenUp || this.#depth === 1)) this.#known.set(question, isGivenUp ? null : range);
    if (isGivenUp && this.#depth === 1) this.#mostSteps = Math.max(FEWEST_STEPS, this.#mostSteps >> 1);
    return isGivenUp ? null : range;
  }

  #own(node: Exclude<SliceNode, { op: 'merge' }>, zero: ReadonlySet<number>): Range | null {
    switch (node.op) {
      case 'number':
        return at(node.value);
      case 'param': {
        const value = this.#numbers.isPointer(node.place) ? 0 : this.#numbers.numberAt(node.place);
        return value === null ? null : at(value);
      }
      case 'special':
        return placeRange(node.name, this.#numbers);
      case 'shared':
        return at(0);
      case 'data':
        return { low: 0, high: this.#numbers.largestFrom(this.pointersOf(node.address)) };
      case 'unknown':
        return null;
      default:
        return computed(node.op, this.rangeOf(node.a, zero), this.rangeOf(node.b, zero));
    }
  }

  /** Below what it is compared with, if that comes from parameters alone. */
  #clipped(index: number, range: Range | null): Range | null {
    if (range === null || range.low === range.high) return range;
    const ends = this.#compared.boundsOf(index).flatMap(({ by, kind, isLeft }) => {
      if (kind === 'equal' || !this.isOfParams(by)) return [];
      const end = this.rangeOf(by);
      const isBelow = (kind === 'below') === isLeft || this.#isOneTooFar(index, by);
      return end === null ? [] : [isBelow ? end.high - 1 : end.high];
    });
    return ends.length === 0 ? range : { low: range.low, high: Math.min(range.high, Math.max(range.low, ...ends)) };
  }

  #isOneTooFar = (index: number, by: number): boolean =>
    isOneTooFar(this.#slice, this.#numbers, this.#inputs.of(index), by);

  /** Whether it is computed from parameters, and from nothing that differs from thread to thread. */
  isOfParams(index: number): boolean {
    const inputs = [...this.#inputs.of(index)].map(one => this.#slice.nodes[one]);
    const isFixed = ({ op }: SliceNode): boolean => op !== 'data' && op !== 'merge' && op !== 'unknown';
    const isSize = (node: SliceNode): boolean => node.op !== 'special' || /^%nc?t/.test(node.name);
    return inputs.some(({ op }) => op === 'param') && inputs.every(node => isFixed(node) && isSize(node));
  }

  #merged(index: number, node: SliceNode & { op: 'merge' }, zero: ReadonlySet<number>): Range | null {
    const turned = alternating(this.#slice, this.#inputs, index, one => this.rangeOf(one, zero));
    const start = turned ?? this.#startOf(index, node, zero);
    const step = turned ? null : this.#stepOf(index, node);
    if (start === null || step === undefined) return null;
    if (step === null || (step.low === 0 && step.high === 0)) return this.#clipped(index, start);
    if (step.low < 0) return step.high > 0 ? null : { low: Math.min(0, start.low), high: start.high };
    const end = this.#endOf(index, node, step);
    if (end !== null) {
      // What is compared at the end of a round, before the step, is the last value but one.
      const last = lastOf(start, step, end) + (end.isBeforeStep ? step.high : 0);
      return { low: start.low, high: Math.max(start.low, last) };
    }
    const rounds = this.#roundsBeside(index, node);
    if (rounds === null) return null;
    // A sum of what is found in each round is used behind the loop.
    const steps = step.low === step.high ? Math.max(0, rounds - 1) : rounds;
    return { low: start.low, high: start.high + steps * step.high };
  }

  /** Definitions that do not come from the register itself. */
  #startOf(index: number, { of }: SliceNode & { op: 'merge' }, zero: ReadonlySet<number>): Range | null {
    const first = of.filter(one => !this.#inputs.of(one).has(index)).map(one => this.rangeOf(one, zero));
    return first.reduce((a, b) => (a && b ? joined(a, b) : null), first[0] ?? null);
  }

  /** What a round adds; null for no loop, undefined where it is not known. */
  #stepOf(index: number, { of }: SliceNode & { op: 'merge' }): Range | null | undefined {
    const again = of.filter(one => this.#inputs.of(one).has(index));
    if (again.length === 0) return null;
    const steps = again.map(one => this.rangeOf(one, new Set([index])));
    return steps.reduce((a, b) => (a && b ? joined(a, b) : null), steps[0]) ?? undefined;
  }

  /** Where the loop ends, if the register, or a sum with it, is compared with something. */
  #endOf(index: number, { of }: SliceNode & { op: 'merge' }, step: Range): LoopEnd | null {
    const endsOf = ({ compared, isNext, bounds }: ComparedSum): LoopEnd[] => {
      const offset = this.rangeOf(compared, new Set([index]));
      if (offset === null || offset.low !== offset.high) return [];
      return bounds.flatMap(bound => this.#loopEnd(index, bound, offset.low - (isNext ? step.low : 0)));
    };
    return latest(this.#compared.sumsWith(index, of).flatMap(endsOf));
  }

  /** `ahead`: by how much what is compared is ahead of the register. */
  #loopEnd(index: number, { by, kind, isLeft, ...how }: Bound, ahead: number): LoopEnd[] {
    // In the middle of a loop, equality asks for one round.
    if (this.#inputs.of(by).has(index) || (kind === 'equal' && !how.isLoopEnd)) return [];
    const end = this.rangeOf(by);
    if (end === null) return [];
    const isBelow = kind === 'equal' || (kind === 'below') === isLeft || this.#isOneTooFar(index, by);
    const past = end.high - ahead + (isBelow ? 0 : 1);
    // What is left of an unrolled loop starts at its last value.
    return [{ ...how, past, last: kind === 'equal' ? past : past - 1 }];
  }

  /**
   * Rounds of the loop, by another register that counts them, for the first thread: where it starts and ends may both depend on the
   * thread.
   */
  #roundsBeside(index: number, node: SliceNode & { op: 'merge' }): number | null {
    if (this.#numbers.isFirst) return this.#rounds(index, node);
    const known = this.#roundsOf.get(index);
    if (known !== undefined) return known;
    this.#first ??= new AddressReach(this.#slice, { ...this.#numbers, isFirst: true });
    const rounds = this.#first.#rounds(index, node);
    this.#roundsOf.set(index, rounds);
    return rounds;
  }

  #rounds(index: number, { loops }: SliceNode & { op: 'merge' }): number | null {
    const rounds = this.#slice.nodes.flatMap((node, other) => {
      const isBeside =
        node.op === 'merge' && other !== index && node.loops.some(loop => loop >= 0 && loops.includes(loop));
      return isBeside ? (this.#roundsBy(other, node) ?? []) : [];
    });
    return latest(rounds)?.past ?? null;
  }

  /** As the end of a register that counts the rounds. */
  #roundsBy(index: number, node: SliceNode & { op: 'merge' }): LoopEnd | null {
    const start = this.#startOf(index, node, NONE);
    const step = this.#stepOf(index, node);
    if (!start || !step || step.low !== step.high || step.low === 0) return null;
    const end = this.#endOf(index, node, step);
    if (end === null) return null;
    const way = step.low > 0 ? end.past - start.low : start.high - end.past;
    return way < 0 ? null : { ...end, past: Math.ceil(way / Math.abs(step.low)) };
  }
}

const NONE: ReadonlySet<number> = new Set();
