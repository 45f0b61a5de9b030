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

/** Every thread takes a vector of elements, then the one that lies as many vectors ahead as there are threads. */
function* sideAccesses(side: Side, block: BlockTrace, cta: number): Generator<CtaAccess> {
  const { geometry } = block;
  const { vector } = geometry.sides[side];
  const start = blockStart(geometry, cta);
  for (let round = 0; round < geometry.elements; round += geometry.threads * vector) {
    const numbers = Int32Array.from({ length: geometry.threads }, (_, thread) => {
      const element = round + thread * vector;
      return element < geometry.elements && hasElement(geometry, side, start, element) ? element : -1;
    });
    yield* vectorAccesses(side, block, start[side], numbers);
  }
}

/** `numbers`: the first element of each thread, or -1. */
function* vectorAccesses(side: Side, block: BlockTrace, start: number, numbers: Int32Array): Generator<CtaAccess> {
  const { geometry, elementBytes, global, addresses, barriers } = block;
  const { vector } = geometry.sides[side];
  const { tensor, tables } = addresses[side];
  const interval = side === 'store' ? 0 : barriers;
  const access = (kind: CtaAccess['kind'], widthBytes: number, addressOf: (element: number) => number): CtaAccess => ({
    space: 'global',
    kind,
    widthBytes,
    interval,
    addressOf: thread => (numbers[thread] < 0 ? null : addressOf(numbers[thread])),
  });
  const lookUp = (table: number, k = 0) => access('load', WORD_BYTES, element => table + (element + k) * WORD_BYTES);
  const globalPart = [
    ...(tables === null ? [] : [lookUp(tables.global)]),
    access(
      side === 'store' ? 'load' : 'store',
      vector * elementBytes,
      element => tensor + (start + global[side][element]) * elementBytes,
    ),
  ];
  if (side === 'store') yield* globalPart;
  for (let k = 0; k < vector; k++) {
    if (tables !== null) yield lookUp(tables.shared, k);
    yield { ...access(side, elementBytes, element => sharedAddress(side, block, element + k)), space: 'shared' };
  }
  if (side === 'load') yield* globalPart;
}

const sharedAddress = (side: Side, { shared, elementBytes, sharedBaseBytes }: BlockTrace, element: number): number =>
  sharedBaseBytes + shared[side][element] * elementBytes;
