/** Records of a variant that the pictures of a permuted block draw: its layout, and the requests of its sources. */
import type { BlockMove } from '../../model/permute/block.ts';
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import { moverOf, placesOf, predictedRequest } from '../../pictures/permute/block-elements.ts';
import type { ChosenRequest, PermutedBlock } from '../../pictures/permute/records.ts';
import type { Predicted, Request } from '../../pictures/records.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import type { Source } from '../../trace/span.ts';
import { type RequestPlace, requestsOf } from '../requests.ts';
import { bestSource, type SourceView, type VariantView } from '../variant-view.ts';

/** A block and its modes' names: what all variants have in common. */
export interface NamedBlock {
  readonly move: BlockMove;
  /** Names of the modes. */
  readonly names: readonly string[];
  /** Start of the block in shared memory. */
  readonly baseBytes: number;
}

export interface BlockView {
  readonly block: PermutedBlock;
  readonly source: Source;
  readonly request: Request | null;
  /** The model's request, where another source's is drawn. */
  readonly predicted: Predicted | null;
}

export const permutedBlock = (
  named: NamedBlock,
  { badge, title }: Pick<VariantView, 'badge' | 'title'>,
  layout: BlockLayout,
): PermutedBlock => ({ ...named, letter: badge, title, layout });

export function blockView(view: VariantView, block: PermutedBlock): BlockView {
  const { source, view: best } = bestSource(view);
  return {
    block,
    source,
    request: requestOf(best),
    predicted: source === 'predicted' ? null : requestOf(view.predicted),
  };
}

const requestOf = ({ access, cost }: SourceView): Request | null => access && cost && { access, cost };

/** The request of the block to which the lanes' addresses belong; null if they are no elements of the block. */
export function chosenRequest(side: AccessSide, { block, request }: BlockView): ChosenRequest | null {
  const { move, layout, baseBytes } = block;
  const places = placesOf(move, layout);
  const byte = request?.access.address.find(address => address >= 0);
  if (places === null || byte === undefined) return null;
  const element = places.elementIn[Math.floor((byte - baseBytes) / move.elementBytes)] ?? -1;
  if (element < 0) return null;
  const { warp, k } = moverOf(side, move, element);
  return { side, warp, k };
}

/**
 * Place of a block's request in a source's trace, found by the first address that it accesses; null if the source makes
 * no such request.
 */
export function placeOfRequest(view: VariantView, block: PermutedBlock, chosen: ChosenRequest): RequestPlace | null {
  const first = firstAddress(predictedRequest(block, chosen));
  if (first === null) return null;
  const made = requestsOf(bestSource(view).view.trace, chosen.side);
  const found = made.find(({ access }) => access.address.find(address => address >= 0) === first);
  return found === undefined ? null : { warp: found.warp, request: found.request };
}

const firstAddress = (request: Request | null): number | null =>
  request?.access.address.find(address => address >= 0) ?? null;
