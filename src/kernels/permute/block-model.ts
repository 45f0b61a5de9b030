/**
 * `block.cu` in closed form: which address every lane of a CTA touches, and in which order. It knows nothing of the
 * compiled kernel.
 */
import { WORD_BYTES } from '../../base/hardware.ts';
import type { AccessSide, AccessTrace } from '../../trace/access-trace.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import { type BlockGeometry, blockStart, elementsAtOnce, hasElement } from './block-geometry.ts';
import type { SideTable } from './block-tables.ts';

/** Device addresses [bytes]; tables of a side are null where positions are counted. */
export interface SideAddresses {
  readonly tensor: number;
  readonly tables: { readonly global: number; readonly shared: number } | null;
}

export interface BlockTrace {
  readonly geometry: BlockGeometry;
  readonly elementBytes: number;
  readonly sharedBaseBytes: number;
  readonly global: SideTable;
  readonly shared: SideTable;
  readonly addresses: Readonly<Record<AccessSide, SideAddresses>>;
  /** Whether a position is quickly found: looked up, or counted by a plan that is compiled in. */
  readonly isQuick: boolean;
  /** Barriers between stores and loads: none in the variant that forgot it. */
  readonly barriers: number;
}

export function predictBlock(block: BlockTrace, cta: number): AccessTrace {
  const { threads } = block.geometry;
  return ctaTrace(cta, threads, [...sideAccesses('store', block, cta), ...sideAccesses('load', block, cta)]);
}

/** One round of all threads: each moves the vector with the given first element, or nothing (-1). */
interface Round {
  readonly side: AccessSide;
  readonly block: BlockTrace;
  /** Start of the CTA's block in the side's tensor [elements]. */
  readonly start: number;
  readonly numbers: Int32Array;
}

/** Every thread takes a vector of elements, then the one that lies as many vectors ahead as there are threads. */
function* sideAccesses(side: AccessSide, block: BlockTrace, cta: number): Generator<CtaAccess> {
  const { elements, threads, sides } = block.geometry;
  const { vector } = sides[side];
  const step = threads * vector;
  const atOnce = vector === 1 ? elementsAtOnce(block.isQuick) : 1;
  for (let first = 0; first < elements; first += step * atOnce) {
    const rounds = Array.from({ length: atOnce }, (_, i) => roundOf(side, block, cta, first + i * step));
    if (vector === 1) yield* elementAccesses(rounds);
    else yield* vectorAccesses(rounds[0]);
  }
}

/** Positions of all, then the elements. */
function elementAccesses(rounds: readonly Round[]): CtaAccess[] {
  const positions = rounds.flatMap(round => [...globalLookUp(round), ...sharedLookUp(round, 0)]);
  const [global, shared] = [rounds.map(globalAccess), rounds.map(round => sharedAccess(round, 0))];
  return rounds[0].side === 'store' ? [...positions, ...global, ...shared] : [...positions, ...shared, ...global];
}

/** A position is looked up just before it is used. */
function vectorAccesses(round: Round): CtaAccess[] {
  const { side, block } = round;
  const global = [...globalLookUp(round), globalAccess(round)];
  const shared = Array.from({ length: block.geometry.sides[side].vector }, (_, k) => [
    ...sharedLookUp(round, k),
    sharedAccess(round, k),
  ]).flat();
  return side === 'store' ? [...global, ...shared] : [...shared, ...global];
}

/** `first` is the number of the first thread's vector. */
function roundOf(side: AccessSide, block: BlockTrace, cta: number, first: number): Round {
  const { geometry } = block;
  const { vector } = geometry.sides[side];
  const start = blockStart(geometry, cta);
  const numbers = Int32Array.from({ length: geometry.threads }, (_, thread) => {
    const element = first + thread * vector;
    return element < geometry.elements && hasElement(geometry, side, start, element) ? element : -1;
  });
  return { side, block, start: start[side], numbers };
}

/** None where positions are counted. */
function globalLookUp(round: Round): CtaAccess[] {
  const { tables } = round.block.addresses[round.side];
  return tables === null ? [] : [lookUp(round, tables.global)];
}

/** Looks up element `k` of each vector. */
function sharedLookUp(round: Round, k: number): CtaAccess[] {
  const { tables } = round.block.addresses[round.side];
  return tables === null ? [] : [lookUp(round, tables.shared + k * WORD_BYTES)];
}

function globalAccess(round: Round): CtaAccess {
  const { side, block, start } = round;
  const { tensor } = block.addresses[side];
  const kind = side === 'store' ? 'load' : 'store';
  const widthBytes = block.geometry.sides[side].vector * block.elementBytes;
  return accessOf(
    round,
    { space: 'global', kind, widthBytes },
    element => tensor + (start + block.global[side][element]) * block.elementBytes,
  );
}

/** Accesses element `k` of each vector. */
function sharedAccess(round: Round, k: number): CtaAccess {
  const { side, block } = round;
  const { shared, elementBytes, sharedBaseBytes } = block;
  return accessOf(
    round,
    { space: 'shared', kind: side, widthBytes: elementBytes },
    element => sharedBaseBytes + shared[side][element + k] * elementBytes,
  );
}

const lookUp = (round: Round, table: number): CtaAccess =>
  accessOf(round, { space: 'global', kind: 'load', widthBytes: WORD_BYTES }, element => table + element * WORD_BYTES);

const accessOf = (
  { side, block, numbers }: Round,
  access: Pick<CtaAccess, 'space' | 'kind' | 'widthBytes'>,
  addressOf: (element: number) => number,
): CtaAccess => ({
  ...access,
  interval: side === 'store' ? 0 : block.barriers,
  addressOf: thread => (numbers[thread] < 0 ? null : addressOf(numbers[thread])),
});
