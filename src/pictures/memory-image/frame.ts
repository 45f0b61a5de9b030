/** Places of the lines of a shared memory image; names of slices stand on their left, lanes on their right. */

import { BANKS, LINE_BYTES } from '../../base/hardware.ts';
import { type BankMapFrame, linesFrame, STRIP_PX } from '../bank-map/frame.ts';
import type { MemoryImageRecords, PermutedBlock } from '../permute/records.ts';
import type { BankHits } from '../requests/bank-hits.ts';
import type { PicturePen } from '../scene/pen.ts';
import { advancePx } from '../scene/text-metrics.ts';
import type { PictureView } from '../view.ts';

export interface MemoryImagePen extends PicturePen<BankMapFrame, MemoryImageRecords> {
  readonly hits: BankHits;
}

export const STRIP_Y_PX = 4;
const LINES_Y_PX = STRIP_Y_PX + STRIP_PX + 3;
const LANES_PX = 68;

/** The mode whose slices are told apart: the slowest with more than one element; null if there is none. */
export function slowestMode({ move }: PermutedBlock): number | null {
  return move.storeOrder.findLast(mode => move.modes[mode].extent > 1) ?? null;
}

/** 'a = ', to be followed by the slice. */
export function sliceName(block: PermutedBlock): string {
  const mode = slowestMode(block);
  return mode === null ? '' : `${block.names[mode].toLowerCase()} = `;
}

/** Lines of 128 bytes from address 0 that the block reaches. */
export const imageLines = ({ block, lineCount }: MemoryImageRecords): number =>
  Math.max(1, lineCount ?? Math.ceil((block.baseBytes + block.layout.sharedBytes) / LINE_BYTES));

export function memoryImageFrame(records: MemoryImageRecords, view: PictureView): BankMapFrame {
  const { block } = records;
  const mode = slowestMode(block);
  const digits = mode === null ? 0 : `${block.move.modes[mode].extent - 1}`.length;
  const x = Math.ceil((sliceName(block).length + digits + 1) * advancePx(10 * view.textScale, 'digits'));
  const room = (view.width - x - LANES_PX * view.textScale) / BANKS;
  const pitchX = room >= 6 ? Math.floor(room) : Math.floor(room * 2) / 2;
  return linesFrame(imageLines(records), { x, pitchX, linesY: LINES_Y_PX }, view.maxHeight);
}
