/**
 * `block.cu` in closed form: which address every lane of a CTA touches, and in which order. It knows nothing of the
 * compiled kernel.
 */
import type { Side } from '../../model/permute/placement.ts';
import type { AccessTrace } from '../../trace/access-trace.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import { type BlockGeometry, blockStart, hasElement } from './block-geometry.ts';
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
  readonly addresses: Readonly<Record<Side, SideAddresses>>;
  /** Barriers between stores and loads: none in the variant that forgot it. */
  readonly barriers: number;
}

const WORD_BYTES = 4;

export function predictBlock(block: BlockTrace, cta: number): AccessTrace {
  const { threads } = block.geometry;
  return ctaTrace(cta, threads, [...sideAccesses('store', block, cta), ...sideAccesses('load', block, cta)]);
}

/** What all threads do in one round: each moves the vector whose first element it has a number for, or nothing (-1). */
interface Round {
  readonly side: Side;
  readonly block: BlockTrace;
  /** Of the CTA's block in the side's tensor [elements]. */
  readonly start: number;
  readonly numbers: Int32Array;
}

/** Every thread takes a vector of elements, then the one that lies as many vectors ahead as there are threads. */
function* sideAccesses(side: Side, block: BlockTrace, cta: number): Generator<CtaAccess> {
  const { geometry } = block;
  const { vector } = geometry.sides[side];
  const start = blockStart(geometry, cta);
  for (let first = 0; first < geometry.elements; first += geometry.threads * vector) {
    const numbers = Int32Array.from({ length: geometry.threads }, (_, thread) => {
      const element = first + thread * vector;
      return element < geometry.elements && hasElement(geometry, side, start, element) ? element : -1;
    });
    const round = { side, block, start: start[side], numbers };
    if (side === 'store') yield* [...globalAccesses(round), ...sharedAccesses(round)];
    else yield* [...sharedAccesses(round), ...globalAccesses(round)];
  }
}

/** A position is looked up just before it is used. */
function globalAccesses(round: Round): CtaAccess[] {
  const { side, block, start } = round;
  const { tensor, tables } = block.addresses[side];
  const kind = side === 'store' ? 'load' : 'store';
  const widthBytes = block.geometry.sides[side].vector * block.elementBytes;
  const move = accessOf(
    round,
    { space: 'global', kind, widthBytes },
    element => tensor + (start + block.global[side][element]) * block.elementBytes,
  );
  return tables === null ? [move] : [lookUp(round, tables.global), move];
}

function sharedAccesses(round: Round): CtaAccess[] {
  const { side, block } = round;
  const { geometry, shared, elementBytes, sharedBaseBytes, addresses } = block;
  const { tables } = addresses[side];
  return Array.from({ length: geometry.sides[side].vector }, (_, k) => {
    const move = accessOf(
      round,
      { space: 'shared', kind: side, widthBytes: elementBytes },
      element => sharedBaseBytes + shared[side][element + k] * elementBytes,
    );
    return tables === null ? [move] : [lookUp(round, tables.shared + k * WORD_BYTES), move];
  }).flat();
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
