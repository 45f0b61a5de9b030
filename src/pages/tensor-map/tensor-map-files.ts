/** The page as files: its pictures as one SVG or PNG, the walk's chunks as CSV and JSON. */
import { chunkOf } from '../../model/tma/box-bytes.ts';
import type { PictureFile } from '../../panels/kit/exports.ts';
import type { TableFile } from '../../panels/kit/table-text.ts';
import { chunkTileFigure } from '../../pictures/chunk-tile/figure.ts';
import type { OtherChunks } from '../../pictures/swizzle/records.ts';
import { tensorBoxFigure } from '../../pictures/tensor-box/figure.ts';
import type { Theme } from '../../pictures/theme.ts';
import { defaultView } from '../../pictures/view.ts';
import { type CopyOfState, tensorRecords, tileRecords } from '../kit/tensor-map/copy-of-state.ts';
import type { TensorMapState } from '../links/tensor-map.ts';

export interface TensorMapDrawing {
  readonly state: TensorMapState;
  readonly shown: CopyOfState;
  readonly arrived: number;
  /** Chunks in which a compiled kernel differs. */
  readonly other: OtherChunks | null;
  readonly theme: Theme;
}

const TENSOR_PX = 600;
const TILE_PX = 480;

export function pictureFile({ state, shown, arrived, other, theme }: TensorMapDrawing): PictureFile {
  const view = { ...defaultView(theme, 'predicted', TENSOR_PX), selection: state.pin, playhead: arrived };
  const column = { letter: null, note: '' };
  const tensor = tensorBoxFigure(tensorRecords(state, shown, arrived, other), view);
  // The tile's own playhead is that of its moving chunks.
  const tile = chunkTileFigure(tileRecords(state, shown, arrived, other), { ...view, playhead: 1, width: TILE_PX });
  return {
    name: 'tensor-map',
    title: 'A box of a tensor in shared memory',
    description: location.href,
    theme,
    unbanked: true,
    columns: [
      { ...column, title: 'Tensor map', figures: [tensor] },
      { ...column, title: '', figures: [tile] },
    ],
  };
}

const COLUMNS = ['chunk', 'row', 'coordinates', 'tensorByte', 'sharedAddress', 'insideBytes'] as const;

/** Every chunk of the copy, in its order. What is outside has no byte in the tensor. */
export function chunksFile({ shown }: Pick<TensorMapDrawing, 'shown'>): TableFile {
  const { copy, bytes } = shown;
  const chunks = Array.from({ length: bytes.chunks }, (_, at) => chunkOf(copy, bytes, at));
  const { transactionBytes, outsideBytes, gapBytes } = bytes;
  return {
    name: 'tensor-map',
    table: () => ({
      columns: COLUMNS,
      rows: chunks.map(({ row, coordinates, tensorByte, sharedAddress, insideBytes }, at) => [
        ...[at, row, coordinates.join(' '), tensorByte, sharedAddress, insideBytes],
      ]),
    }),
    json: () => ({ link: location.href, ...copy, transactionBytes, outsideBytes, gapBytes, chunks }),
  };
}
