/**
 * Numbers of a slice as sums of multiples: of a thread's or a CTA's place along an axis, and of whatever else. From the factors
 * follows how far a place may go until the next row begins: `64 * y + 4 * x` has rows of 16 words.
 */
import { leastOf } from '../../base/extremes.ts';
import { MAX_CTA_THREADS } from '../../base/hardware.ts';
import type { AddressSlice } from './address-slice.ts';
import type { SliceNode } from './slice-node.ts';

export interface LinearForm {
  readonly constant: number;
  /** Factors, by what they multiply; none is 0. */
  readonly terms: ReadonlyMap<string, FormTerm>;
}

export interface FormTerm {
  readonly factor: number;
  /** `tid.x`, `ctaid.y`; null for what is no place. */
  readonly place: string | null;
  /** What of the place: all of it, or its quotient by that number. */
  readonly per: number;
  /** Whether a thread's place has a part in what is no place. */
  readonly isOfThread: boolean;
}

export class LinearForms {
  readonly #slice: AddressSlice;
  readonly #known = new Map<number, LinearForm>();
  readonly #ofThread = new Map<number, boolean>();

  constructor(slice: AddressSlice) {
    this.#slice = slice;
  }

  of(index: number): LinearForm {
    const known = this.#known.get(index);
    if (known) return known;
    // What a loop's register comes to in terms of itself shows its step.
    this.#known.set(index, this.#other(index, 1));
    const form = this.#found(index, this.#slice.nodes[index]);
    this.#known.set(index, form);
    return form;
  }

  /** The least distance from one value to another one; 0 for a constant. */
  stepOf(index: number): number {
    const factors = [...this.of(index).terms.values()].map(({ factor }) => Math.abs(factor));
    return factors.length === 0 ? 0 : leastOf(factors);
  }

  #found(index: number, node: SliceNode): LinearForm {
    switch (node.op) {
      case 'number':
        return constantForm(node.value);
      // They are where an address starts.
      case 'param':
      case 'shared':
        return constantForm(0);
      case 'special':
        return placeForm(node.name) ?? this.#other(index, 1);
      case 'add':
        return sum(this.of(node.a), this.of(node.b), 1);
      case 'sub':
        return sum(this.of(node.a), this.of(node.b), -1);
      case 'mul':
      case 'shl':
      case 'shr':
      case 'div':
      case 'and':
        return this.#byConstant(node) ?? this.#other(index, 1);
      case 'or':
        return this.#joinedBits(node) ?? this.#other(index, 1);
      case 'merge':
        return this.#merged(index, node);
      default:
        return this.#other(index, 1);
    }
  }

  /** A multiple of what is no place. */
  #other(index: number, factor: number): LinearForm {
    const term = { factor, place: null, per: 1, isOfThread: this.#isOfThread(index) };
    return { constant: 0, terms: new Map([[`#${index}`, term]]) };
  }

  #isOfThread(index: number): boolean {
    const known = this.#ofThread.get(index);
    if (known !== undefined) return known;
    const found = new Set([index]);
    for (const one of found) {
      const node = this.#slice.nodes[one];
      if ('a' in node) found.add(node.a).add(node.b);
      if (node.op === 'merge') for (const input of node.of) found.add(input);
    }
    const nodes = [...found].map(one => this.#slice.nodes[one]);
    const isOf = nodes.some(node => node.op === 'special' && /^%(tid|laneid|warpid)/.test(node.name));
    this.#ofThread.set(index, isOf);
    return isOf;
  }

  #byConstant({ op, a, b }: Extract<SliceNode, { readonly a: number }>): LinearForm | null {
    const [left, right] = [this.of(a), this.of(b)];
    if (op === 'mul' && left.terms.size === 0) return scaled(right, left.constant);
    if (right.terms.size > 0) return null;
    const by = right.constant;
    if (op === 'mul') return scaled(left, by);
    if (op === 'shl') return by >= 0 && by < 32 ? scaled(left, 2 ** by) : null;
    if (op === 'and') return this.#masked(a, left, by);
    return quotient(left, op === 'div' ? by : 2 ** by);
  }

  /** What is left is a multiple of the mask's lowest bit. */
  #masked(a: number, left: LinearForm, mask: number): LinearForm | null {
    if (mask === 0 || !Number.isSafeInteger(mask)) return null;
    const lowest = Number(BigInt(mask) & -BigInt(mask));
    // Compilers leave out bits that are shifted out later.
    if (mask === -lowest || (mask >= FAR_BEYOND && Number.isInteger(Math.log2(mask + lowest)))) {
      const part = quotient(left, lowest);
      if (part !== null) return scaled(part, lowest);
    }
    const isWhole =
      mask < 0 && left.constant % lowest === 0 && [...left.terms.values()].every(t => t.factor % lowest === 0);
    return isWhole ? left : this.#other(a, lowest);
  }

  /** Compilers write an addition that never carries as `or`. */
  #joinedBits({ a, b }: Extract<SliceNode, { readonly a: number }>): LinearForm | null {
    const [left, right] = [this.of(a), this.of(b)];
    const [form, constant] = right.terms.size === 0 ? [left, right.constant] : [right, left.constant];
    const steps = [...form.terms.values()].map(({ factor }) => Math.abs(factor));
    const fits = (left.terms.size === 0 || right.terms.size === 0) && steps.every(step => constant < step);
    if (fits && form.constant === 0 && constant >= 0) return { ...form, constant };
    return this.#isBelow(a, right) || this.#isBelow(b, left) ? sum(left, right, 1) : null;
  }

  /** Whether a node has bits only below those of a form. */
  #isBelow(index: number, { constant, terms }: LinearForm): boolean {
    const most = this.#mostOf(index);
    if (most === null || terms.size === 0) return false;
    const lowest = 2 ** Math.floor(Math.log2(most) + 1);
    return constant % lowest === 0 && [...terms.values()].every(({ factor }) => factor % lowest === 0);
  }

  /** Null for what no mask cuts. */
  #mostOf(index: number): number | null {
    const node = this.#slice.nodes[index];
    if (node.op !== 'and' && node.op !== 'shl') return null;
    const constant = this.of(node.b);
    if (constant.terms.size > 0 || constant.constant <= 0) return null;
    if (node.op === 'and') return constant.constant;
    const most = this.#mostOf(node.a);
    return most === null ? null : most * 2 ** constant.constant;
  }

  #merged(index: number, { of }: Extract<SliceNode, { readonly op: 'merge' }>): LinearForm {
    const own = `#${index}`;
    const [starts, rounds]: LinearForm[][] = [[], []];
    for (const form of of.map(one => this.of(one))) (form.terms.has(own) ? rounds : starts).push(form);
    const [first] = starts;
    if (!first || !starts.every(({ terms }) => hasSame(terms, first.terms))) return this.#other(index, 1);
    if (!rounds.every(({ terms }) => terms.size === 1 && terms.get(own)?.factor === 1)) return this.#other(index, 1);
    const steps = [
      ...starts.map(({ constant }) => constant - first.constant),
      ...rounds.map(({ constant }) => constant),
    ];
    const step = steps.reduce(commonDivisor, 0);
    if (step === 0) return first;
    // Which of several values it is, may depend on the thread; which round it is, seldom does.
    const term = { factor: step, place: null, per: 1, isOfThread: rounds.length === 0 };
    return sum(first, { constant: 0, terms: new Map([[own, term]]) }, 1);
  }
}

/** No thread or CTA of a guess has such a number. */
const FAR_BEYOND = 2 ** 24;

const constantForm = (constant: number): LinearForm => ({ constant, terms: new Map() });

function placeForm(name: string): LinearForm | null {
  if (!/^%(tid|ctaid)\.[xyz]$/.test(name)) return null;
  const place = name.slice(1);
  return { constant: 0, terms: new Map([[place, { factor: 1, place, per: 1, isOfThread: place.startsWith('tid') }]]) };
}

function sum(a: LinearForm, b: LinearForm, sign: number): LinearForm {
  const terms = new Map(a.terms);
  for (const [name, term] of b.terms) {
    const factor = (terms.get(name)?.factor ?? 0) + sign * term.factor;
    if (factor === 0) terms.delete(name);
    else terms.set(name, { ...term, factor });
  }
  return { constant: a.constant + sign * b.constant, terms };
}

function scaled({ constant, terms }: LinearForm, by: number): LinearForm {
  if (by === 0) return constantForm(0);
  return { constant: constant * by, terms: new Map([...terms].map(([k, t]) => [k, { ...t, factor: t.factor * by }])) };
}

/** Of a place alone, by a power of two, or of a constant. */
function quotient({ constant, terms }: LinearForm, by: number): LinearForm | null {
  const [term] = terms.values();
  if (term === undefined) return constantForm(Math.trunc(constant / by));
  if (constant !== 0 || terms.size !== 1 || !term.place || term.factor < 1 || !Number.isInteger(Math.log2(by)))
    return null;
  const per = (term.per * by) / term.factor;
  if ((term.per > 1 && term.factor > 1) || !Number.isInteger(per)) return null;
  // Half of a signed division: what is added to a negative number.
  if (term.isOfThread && per > MAX_CTA_THREADS) return constantForm(0);
  const name = per === 1 ? term.place : `${term.place}/${per}`;
  return { constant: 0, terms: new Map([[name, { ...term, factor: 1, per }]]) };
}

const hasSame = (a: LinearForm['terms'], b: LinearForm['terms']): boolean =>
  a.size === b.size && [...a].every(([name, { factor }]) => b.get(name)?.factor === factor);

export const commonDivisor = (a: number, b: number): number => (b === 0 ? Math.abs(a) : commonDivisor(b, a % b));
