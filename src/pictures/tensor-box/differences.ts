/** Chunks of a tensor's plane in which somebody else found something else than a store was to leave there. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { unitBytes } from '../../model/tma/box.ts';
import { cornerFlag } from '../requests/difference-marks.ts';
import { boxIn, isPlaneInside, rangesOf, type TensorBoxPen } from './frame.ts';
import type { TensorBoxRecords } from './records.ts';

/** Number in the tensor's memory of the chunk at a byte of the plane's row; null where the tensor has none. */
export function chunkInTensor(records: TensorBoxRecords, byte: number, coordinate: number): number | null {
  const { map } = records.copy;
  const { down } = rangesOf(records);
  const isInside = byte >= 0 && byte < map.dims[0] * unitBytes(map) && coordinate >= 0 && coordinate < down.tensor.to;
  if (!isInside || !isPlaneInside(records)) return null;
  const offset = map.stridesBytes.reduce(
    (sum, stride, i) => sum + stride * (i + 1 === records.down ? coordinate : records.plane[i + 1]),
    byte,
  );
  return Math.floor(offset / CHUNK_BYTES);
}

/** Smaller cells have no room for a flag. */
const FLAGGED_PX = 5;

export function drawDifferences(pen: TensorBoxPen): void {
  const { frame, records } = pen;
  const { across, down, pitchX, pitchY, gap } = frame;
  if (!records.other || Math.min(pitchX, pitchY) < FLAGGED_PX) return;
  for (let y = down.first; y < down.first + down.count; y++)
    for (let x = across.first; x < across.first + across.count; x++) {
      const chunk = chunkInTensor(records, x * CHUNK_BYTES, y);
      if (chunk === null || !records.other.holds.has(chunk)) continue;
      const box = boxIn(frame, { from: x, to: x + 1 }, { from: y, to: y + 1 });
      cornerFlag(pen, { ...box, width: box.width - gap, height: box.height - gap });
    }
}
