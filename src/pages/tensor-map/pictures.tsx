/** The tensor with its box and the tile that the copy fills, side by side, with one highlight and one playhead. */

import { useMemo, useRef } from 'react';
import { CHUNK_BYTES } from '../../base/hardware.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { usePictureScale } from '../../panels/use-picture-scale.ts';
import { boxOfChunk } from '../../pictures/chunk-tile/copied.ts';
import { chunkTileFrame } from '../../pictures/chunk-tile/frame.ts';
import { ChunkTile } from '../../pictures/chunk-tile/index.tsx';
import type { OtherChunks } from '../../pictures/swizzle/records.ts';
import { cellBox, tensorBoxFrame } from '../../pictures/tensor-box/frame.ts';
import { TensorBox } from '../../pictures/tensor-box/index.tsx';
import type { Theme } from '../../pictures/theme.ts';
import type { Highlight, PictureView } from '../../pictures/view.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { type CopyOfState, tensorRecords, tileRecords } from '../kit/tensor-map/copy-of-state.ts';
import { FlightEnds, flownChunks, useFlight } from './chunk-animation.tsx';
import css from './pictures.module.css';
import { PlaneBar } from './plane-bar.tsx';
import type { TensorMapHandle } from './use-tensor-map.ts';
import type { WalkHandle } from './use-walk.ts';

export interface TensorMapPicturesProps extends TensorMapHandle {
  readonly shown: CopyOfState;
  readonly walk: WalkHandle;
  /** Chunks in which a compiled kernel differs. */
  readonly other: OtherChunks | null;
  readonly theme: Theme;
  readonly highlight: Highlight;
  readonly onHover: (highlight: Highlight) => void;
  readonly scale: ReturnType<typeof usePictureScale>;
}

const HIGHEST_PX = 448;

export function Pictures(props: TensorMapPicturesProps) {
  const stage = useRef<HTMLDivElement>(null);
  useFlight(stage, props);
  const { tensor, tile } = useRecords(props);
  const flown = flownChunks(props.walk);
  return (
    <>
      <PlaneBar {...props} plane={tensor.plane} />
      <div ref={stage} className={css.stage}>
        <TensorBox
          {...sharedProps(props)}
          records={tensor}
          playhead={props.walk.arrived}
          controls={view => <FlightEnds side="tensor" ends={tensorPlaces(tensor, view, flown)} />}
          onStart={start => props.update({ start, pin: null })}
        />
        <ChunkTile
          {...sharedProps(props)}
          records={tile}
          controls={view => <FlightEnds side="shared" ends={sharedPlaces(tile, view, flown)} />}
        />
      </div>
    </>
  );
}

export const sharedProps = ({ state, update, theme, highlight, onHover, scale }: TensorMapPicturesProps) => ({
  theme,
  ...scale,
  source: 'predicted' as const,
  maxHeight: HIGHEST_PX,
  highlight,
  onHover,
  selection: state.pin,
  onSelect: (pin: Cell | null) => update({ pin }),
});

/** The same objects while nothing changes for them. */
export function useRecords({ state, shown, walk, other }: TensorMapPicturesProps) {
  const { down, plane, piece } = state;
  const { arrived } = walk;
  const tensor = useMemo(
    () => tensorRecords({ down, plane }, shown, arrived, other),
    [down, plane, shown, arrived, other],
  );
  const tile = useMemo(() => tileRecords({ piece }, shown, arrived, other), [piece, shown, arrived, other]);
  return { tensor, tile };
}

type Records = ReturnType<typeof useRecords>;

function tensorPlaces(records: Records['tensor'], view: PictureView, chunks: readonly number[]) {
  const frame = tensorBoxFrame(records, view);
  const { chunksPerRow } = records.bytes;
  const perChunk = CHUNK_BYTES / ELEMENT_BYTES[records.copy.map.type];
  const cellOf = (chunk: number): Cell => ({
    row: Math.floor(chunk / chunksPerRow),
    column: (chunk % chunksPerRow) * perChunk,
  });
  return chunks.map(chunk => [chunk, cellBox(frame, records, cellOf(chunk))] as const);
}

function sharedPlaces(records: Records['tile'], view: PictureView, chunks: readonly number[]) {
  const frame = chunkTileFrame(records, view);
  return chunks.map(chunk => [chunk, boxOfChunk(frame, records, chunk)] as const);
}
