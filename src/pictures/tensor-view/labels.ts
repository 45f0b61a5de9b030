/** Numbers in the cells of a tensor view, as far as there is room. */
import { bankOf } from '../address-text.ts';
import { elementAddress } from '../permute/block-element-text.ts';
import { numberOn } from '../permute/block-elements.ts';
import type { TensorViewRecords } from '../permute/records.ts';
import type { Box } from '../view.ts';
import type { TensorCells } from './cells.ts';
import { type TensorViewPen, tensorCellBox } from './frame.ts';

const NUMBER_PX = 20;
const TWO_LINES_PX = 34;
const HIT_NUMBER_PX = 14;

export function drawTensorLabels(pen: TensorViewPen, { laneOf, byRow, byColumn }: TensorCells): void {
  const { frame } = pen;
  if (frame.pitch < HIT_NUMBER_PX) return;
  const { plot } = frame;
  for (let row = 0; row < byRow.length; row++)
    for (let column = 0; column < byColumn.length; column++) {
      const element = byRow[row] + byColumn[column];
      const box = tensorCellBox(frame, row, column);
      const isInSight =
        box.x < plot.x + plot.width &&
        box.x + box.width > plot.x &&
        box.y < plot.y + plot.height &&
        box.y + box.height > plot.y;
      if (isInSight && (laneOf[element] >= 0 || frame.pitch >= NUMBER_PX))
        drawLabel(pen, box, { element, lane: laneOf[element] });
    }
}

function drawLabel(
  { scene, frame: { pitch }, theme, records }: TensorViewPen,
  box: Box,
  { element, lane }: { readonly element: number; readonly lane: number },
): void {
  const { block, shown, colourBy } = records;
  const x = box.x + box.width / 2;
  const middle = box.y + box.height / 2;
  const ink = colourBy === 'bank' || colourBy === 'chunk' ? theme.label : theme.ink;
  const twoLines = pitch >= TWO_LINES_PX;
  const size = twoLines ? 12 : pitch >= NUMBER_PX ? 11 : 10;
  const style = { size, anchor: 'middle' } as const;
  scene.text(x, middle + (twoLines ? -1 : size * 0.36), labelText(records, element, lane), ink, style);
  if (!twoLines) return;
  const number = numberOn(shown === 'input' ? 'store' : 'load', block.move, element);
  scene.text(x, middle + 12, `#${number}`, ink, { size: 10, anchor: 'middle' });
}

/** What the colour stands for; where there is no shared memory, the lane. */
function labelText({ block, colourBy }: TensorViewRecords, element: number, lane: number): string {
  const address = elementAddress(block, element);
  if (address === null || colourBy === 'lane') return lane < 0 ? '' : `${lane}`;
  if (colourBy === 'offset') return `${(address - block.baseBytes) / block.move.elementBytes}`;
  return `${colourBy === 'bank' ? bankOf(address) : bankOf(address) >> 2}`;
}
