/** The chunks of a plane: what the box takes in the colour of its column, as in shared memory, the rest idle. */
import { BANKS, CHUNK_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { type CellGrid, NO_FILL } from '../scene/scene.ts';
import type { Theme } from '../theme.ts';
import type { PictureView } from '../view.ts';
import { elementAt, isPlaneInside, rangesOf, rowAt, type TensorBoxFrame } from './frame.ts';
import type { TensorBoxRecords } from './records.ts';

/** In percent: what the copy has not come to yet. */
const PENDING = 28;

interface Entry {
  readonly key: string;
  readonly theme: Theme;
  readonly grid: CellGrid;
}

const newest = new WeakMap<TensorBoxRecords, Entry>();

export function tensorBoxGrid(frame: TensorBoxFrame, records: TensorBoxRecords, view: PictureView): CellGrid {
  const { across, down } = frame;
  const key = [across.first, across.count, down.first, down.count, view.playhead].join();
  const known = newest.get(records);
  if (known !== undefined && known.key === key && known.theme === view.theme) return known.grid;
  const grid = gridOf(frame, records, view);
  newest.set(records, { key, theme: view.theme, grid });
  return grid;
}

function gridOf(
  { across, down }: TensorBoxFrame,
  records: TensorBoxRecords,
  { theme, playhead }: PictureView,
): CellGrid {
  const columns = across.count;
  const rows = down.count;
  const fill = new Uint8Array(columns * rows).fill(NO_FILL);
  const opacity = new Uint8Array(columns * rows).fill(100);
  const { across: x, down: y } = rangesOf(records);
  const idle = theme.banks.length;
  if (isPlaneInside(records)) {
    for (let at = 0; at < fill.length; at++) {
      const chunk = across.first + (at % columns);
      const coordinate = down.first + Math.floor(at / columns);
      if (chunk < 0 || chunk >= x.tensor.to || coordinate < 0 || coordinate >= y.tensor.to) continue;
      const taken = takenChunk(records, chunk, coordinate);
      fill[at] = taken === null ? idle : hueOf(taken % records.bytes.chunksPerRow);
      if (taken !== null && taken >= playhead) opacity[at] = PENDING;
    }
  }
  const palette = [...theme.banks, theme.cellIdle];
  return { columns, rows, palette, fill, opacity, lane: null, bank: null, address: null };
}

/** The second shade stands for its chunk, as in the picture of shared memory. */
const hueOf = (chunk: number): number => ((chunk * (CHUNK_BYTES / WORD_BYTES)) % BANKS) + 1;

/** Number in the walk of a chunk of the plane; null where the box does not take it. */
export function takenChunk(records: TensorBoxRecords, chunk: number, coordinate: number): number | null {
  const element = elementAt(records, chunk * CHUNK_BYTES);
  const row = element === null ? null : rowAt(records, coordinate);
  if (element === null || row === null) return null;
  const inRow = Math.floor((element * ELEMENT_BYTES[records.copy.map.type]) / CHUNK_BYTES);
  return row * records.bytes.chunksPerRow + inRow;
}
