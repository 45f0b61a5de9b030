/** On the tensor view: what is pinned, and what the pointer is on in any picture, an element or a bank. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { elementsOf } from '../../model/permute/block.ts';
import { bankOf } from '../address-text.ts';
import { elementAddress } from '../permute/block-element-text.ts';
import { cellFill, tilePalette } from '../requests/tile-cells.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import { isPinned } from '../view.ts';
import type { TensorCells } from './cells.ts';
import type { TensorViewPen } from './frame.ts';
import { elementBox, elementIn, elementsPath } from './places.ts';

export function drawTensorHighlight(pen: TensorViewPen, { laneOf }: TensorCells): void {
  const { frame, theme, records, view } = pen;
  const { block, colourBy } = records;
  const { selection, highlight } = view;
  const fillOf = (element: number): string => {
    const address = elementAddress(block, element);
    const lane = laneOf[element];
    return tilePalette(theme)[address === null ? cellFill('lane', 0, lane) : cellFill(colourBy, address, lane)];
  };
  const pinned = elementIn(block, selection && { cell: selection, bank: null });
  if (pinned !== null) pinnedRing(pen, elementBox(frame, block, pinned), fillOf(pinned));
  if (isPinned(highlight, selection)) return;
  const element = elementIn(block, highlight);
  if (element !== null) {
    const address = elementAddress(block, element);
    const tag = { lane: laneOf[element], ...(address === null ? {} : { address, bank: bankOf(address) }) };
    hoverRing(pen, elementBox(frame, block, element), fillOf(element), tag);
  } else if (highlight?.cell === null && highlight.bank !== null) drawBank(pen, highlight.bank);
}

/** Above this many cells an outline would be a haze of lines. */
const OUTLINED_CELLS = 4096;

function drawBank({ scene, frame, theme, records: { block } }: TensorViewPen, bank: number): void {
  const count = elementsOf(block.move.modes);
  if (count > OUTLINED_CELLS) return;
  const words = Math.max(1, block.move.elementBytes / WORD_BYTES);
  const isThere = (element: number): boolean => {
    const address = elementAddress(block, element);
    return address !== null && bank >= bankOf(address) && bank < bankOf(address) + words;
  };
  const elements = Array.from({ length: count }, (_, element) => element).filter(isThere);
  const d = elementsPath(frame, block, elements, 0);
  if (d !== '') scene.path(d, { stroke: theme.ink, width: 1.5, halo: theme.page, haloWidth: 3 });
}
