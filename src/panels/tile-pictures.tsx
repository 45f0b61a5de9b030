/** A variant's tile, and one request of it: by elements, by banks, by wavefronts; then the output, when it is there. */
import { useMemo } from 'react';
import { BankMap } from '../pictures/bank-map/index.tsx';
import type { HandleUses } from '../pictures/gestures/use-handles.ts';
import { OutputGrid } from '../pictures/output-grid/index.tsx';
import { PunchCard } from '../pictures/punch-card/index.tsx';
import { TileGrid } from '../pictures/tile-grid/index.tsx';
import { AbsentPicture } from './absent-picture.tsx';
import type { StageProps } from './exhibit.ts';
import { BANK_MAP_PX, recordsOf, type Shared } from './tile-records.ts';
import { usePictureScale } from './use-picture-scale.ts';
import { useTileHeight } from './use-tile-height.ts';
import type { VariantView } from './variant-view.ts';

interface TilePicturesProps {
  readonly view: VariantView;
  readonly stage: StageProps;
  readonly shared: Shared;
  readonly handles: HandleUses;
  /** Why a variant without a tile has none to show; for kernels that have such variants. */
  readonly absence?: (view: VariantView) => string;
}

export function TilePictures({ view, stage, shared, handles, absence }: TilePicturesProps) {
  const { colourBy, compact, theme, highlight, selection, playhead, onHover, onSelect } = stage;
  const { scale, lineCount } = shared;
  const maxHeight = useTileHeight(compact);
  const common = { theme, highlight, selection, playhead, onHover, onSelect, handles, ...usePictureScale() };
  const { tile: layout, predicted, emulated } = view;
  // Neither the pointer nor the output's progress makes new records: what they leave alone is not drawn anew.
  const { source, tile, map, card } = useMemo(
    () => recordsOf({ layout, predicted, emulated }, colourBy, lineCount),
    [layout, predicted, emulated, colourBy, lineCount],
  );
  const isTileOnly = compact && tile !== null;
  return (
    <>
      {!layout && absence && <AbsentPicture title="Shared memory" why={absence(view)} />}
      {tile && <TileGrid {...common} source="predicted" scale={scale} records={tile} maxHeight={maxHeight} />}
      {!isTileOnly && map && <BankMap {...common} source={source} records={map} maxHeight={BANK_MAP_PX} />}
      {!isTileOnly && card && <PunchCard {...common} source={source} records={card} />}
      {!isTileOnly && view.output.state === 'done' && (
        <OutputGrid theme={theme} source="emulated" records={view.output.check} maxHeight={maxHeight} />
      )}
    </>
  );
}
