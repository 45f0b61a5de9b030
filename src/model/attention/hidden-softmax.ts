/** How much of a run's softmax the tensor cores hide: what of it lies under products, its own warpgroup's or another's. */
import type { Span } from '../../trace/span.ts';

type Piece = Pick<Span, 'role' | 'kind' | 'from' | 'to' | 'buffer'>;

export interface HiddenSoftmax {
  readonly role: string;
  /** From 1 on, in the order of the role. */
  readonly number: number;
  readonly clk: number;
  /** Under products of its own warpgroup; else under another's alone. */
  readonly ownClk: number;
  readonly othersClk: number;
  /** The own product under which most of it runs, from 1 on among those of its ring; null without one. */
  readonly under: HidingProduct | null;
}

export interface HidingProduct {
  readonly number: number;
  readonly buffer: string;
  /** Time that both have in common. */
  readonly from: number;
  readonly to: number;
}

export function hiddenSoftmax(spans: Iterable<Piece>): HiddenSoftmax[] {
  const all = [...spans].sort((a, b) => a.from - b.from);
  const products = all.filter(({ kind }) => kind === 'mma');
  const numbers = new Map<string, number>();
  return all
    .filter(({ kind }) => kind === 'softmax')
    .map(softmax => {
      const { role, from, to } = softmax;
      const number = (numbers.get(role) ?? 0) + 1;
      numbers.set(role, number);
      const own = products.filter(product => product.role === role);
      const ownClk = coveredClk(softmax, own);
      const othersClk = coveredClk(softmax, products) - ownClk;
      return { role, number, clk: to - from, ownClk, othersClk, under: longestUnder(softmax, own) };
    });
}

const common = (a: Piece, b: Piece): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));

/** `products` in the order in which they begin. */
function coveredClk({ from, to }: Piece, products: readonly Piece[]): number {
  let [covered, reached] = [0, from];
  for (const product of products) {
    const [start, end] = [Math.max(product.from, reached), Math.min(product.to, to)];
    if (end <= start) continue;
    covered += end - start;
    reached = end;
  }
  return covered;
}

function longestUnder(softmax: Piece, own: readonly Piece[]): HiddenSoftmax['under'] {
  const [first] = own.toSorted((a, b) => common(softmax, b) - common(softmax, a));
  if (first === undefined || common(softmax, first) === 0) return null;
  const { buffer = '' } = first;
  const number = own.filter(product => product.buffer === first.buffer).indexOf(first) + 1;
  return { number, buffer, from: Math.max(softmax.from, first.from), to: Math.min(softmax.to, first.to) };
}

/** As a timeline calls them, which counts from 0: 'k1', the block whose softmax it is, and 'v0', the product. Null if nothing hides it. */
export const hidingNames = ({ number, under }: Pick<HiddenSoftmax, 'number' | 'under'>) =>
  under && { block: `k${number - 1}`, product: `${under.buffer}${under.number - 1}` };

export interface HiddenShares {
  readonly own: number;
  readonly others: number;
  readonly none: number;
}

/** Shares of all softmax time that are hidden, from 0 to 1; null if there is no softmax. */
export function hiddenShares(softmaxes: readonly HiddenSoftmax[]): HiddenShares | null {
  const sum = (of: (each: HiddenSoftmax) => number) => softmaxes.reduce((total, each) => total + of(each), 0);
  const clk = sum(each => each.clk);
  if (clk === 0) return null;
  const [own, others] = [sum(each => each.ownClk) / clk, sum(each => each.othersClk) / clk];
  return { own, others, none: 1 - own - others };
}
