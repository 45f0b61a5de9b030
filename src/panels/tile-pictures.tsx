/**
 * A variant's tile, and one request of it: by elements, by banks, by wavefronts; then the output, when it is there. A variant
 * alone on a wide stage has its tile on the left and the rest beside it.
 */
import { type ReactNode, Suspense, useMemo } from 'react';
import { BankMap } from '../pictures/bank-map/index.tsx';
import type { HandleUses } from '../pictures/gestures/use-handles.ts';
import { useMediaQuery } from '../pictures/gestures/use-media-query.ts';
import { TileGrid } from '../pictures/tile-grid/index.tsx';
import { useView } from '../state/view-store.ts';
import type { StageProps } from './exhibit.ts';
import { InView } from './in-view.tsx';
import { OutputPicture } from './output-picture.tsx';
import { latePart } from './part-boundary.tsx';
import css from './tile-pictures.module.css';
import {
  BANK_MAP_PX,
  cardOf,
  type DrawnRequests,
  drawnRequests,
  mapOf,
  requestOf,
  type Shared,
  tileAboveOf,
  tileOf,
} from './tile-records.ts';
import { usePictureScale } from './use-picture-scale.ts';
import { useTileHeight } from './use-tile-height.ts';
import { bestSource, type VariantView } from './variant-view.ts';

/** Below tile and map, mostly out of view: fetched when it is scrolled to. */
const PunchCard = latePart(async () => (await import('../pictures/punch-card/index.tsx')).PunchCard);

/** Only tiles of few long rows are drawn so. */
const TileLines = latePart(async () => (await import('../pictures/tile-lines/index.tsx')).TileLines);

/** More wavefronts than an access can take. */
const ALL_SERVED = 2 ** 16;

interface TilePicturesProps {
  readonly view: VariantView;
  readonly stage: StageProps;
  readonly shared: Shared;
  readonly handles: HandleUses;
  /** Stands for the pictures of a variant without a tile, and says why; for kernels that have such variants. */
  readonly absence?: (view: VariantView) => ReactNode;
}

export function TilePictures({ view, stage, shared, handles, absence }: TilePicturesProps) {
  const { colourBy, compact, theme, highlight, selection, onHover, onSelect } = stage;
  const isPresenter = useView(state => state.presenter);
  // An audience sees the tile alone: who queued is seen there, also when nothing is played.
  const playhead = isPresenter ? Math.min(stage.playhead, ALL_SERVED) : stage.playhead;
  const { scale, lineCount } = shared;
  const isWide = useMediaQuery(WIDE);
  const isBeside = isWide && stage.views.length === 1 && !compact && !isPresenter && isTall(scale);
  const maxHeight = useTileHeight(compact) + (isBeside ? BELOW_PX : 0);
  const common = { theme, highlight, selection, playhead, onHover, onSelect, handles, ...usePictureScale() };
  const { tile: layout } = view;
  const { source } = bestSource(view);
  // Each is made of no more than it shows: what the pointer, the output or another variant leave alone is not drawn anew.
  const requests = useDrawnRequests(view);
  const tile = useMemo(() => {
    const records = tileOf(layout, requests, colourBy);
    return records && isPresenter ? { ...records, servedSay: 'bank' as const } : records;
  }, [layout, requests, colourBy, isPresenter]);
  const map = useMemo(() => mapOf(layout, requests, lineCount), [layout, requests, lineCount]);
  const tileAbove = useMemo(() => tileAboveOf(scale, layout, maxHeight), [scale, layout, maxHeight]);
  const card = useMemo(() => cardOf(layout, requests), [layout, requests]);
  const Grid = tile?.lines === layout ? TileGrid : TileLines;
  const isTileOnly = (compact || isPresenter) && tile !== null;
  const pictures = (
    <>
      {!layout && absence?.(view)}
      {tile && (
        <Suspense>
          <Grid
            {...common}
            source="predicted"
            scale={scale}
            records={tile}
            maxHeight={maxHeight}
            hasTwins={stage.views.length > 1}
            standsAlone={isPresenter}
          />
        </Suspense>
      )}
      {!isTileOnly && map && (
        <BankMap {...common} source={source} records={map} maxHeight={BANK_MAP_PX} tileAbove={tileAbove} />
      )}
      {!isTileOnly && card && (
        <InView before={null} isOnTheWay>
          <Suspense>
            <PunchCard {...common} source={source} records={card} />
          </Suspense>
        </InView>
      )}
      {!isTileOnly && view.output.state === 'done' && (
        <OutputPicture theme={theme} check={view.output.check} maxHeight={maxHeight} />
      )}
    </>
  );
  return isBeside ? <div className={css.beside}>{pictures}</div> : pictures;
}

/** From here on the pictures have two columns. */
const WIDE = '(min-width: 1280px)';
/** Height of a bank map with its caption and axes, which need not stand below the tile. */
const BELOW_PX = 150;

/** Whether a tile alone leaves half of the stage's width. */
const isTall = (scale: Shared['scale']): boolean => scale !== null && 2 * scale.rows >= scale.columns;

/** The same object for as long as the same would be drawn. */
function useDrawnRequests({ predicted: modelled, emulated }: VariantView): DrawnRequests {
  const model = useMemo(() => requestOf(modelled), [modelled]);
  const { request, predicted } = useMemo(
    () => drawnRequests({ predicted: modelled, emulated }, model),
    [modelled, emulated, model],
  );
  return useMemo(() => ({ request, predicted }), [request, predicted]);
}
