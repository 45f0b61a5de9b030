/** The transpose's pictures per variant: on the page, where they can be dragged, and for a file. */

import { useMemo } from 'react';
import type { TileLayout } from '../../model/layout/tile-layout.ts';
import { AbsentPicture } from '../../panels/absent-picture.tsx';
import type { FileStage, StageProps } from '../../panels/exhibit.ts';
import { count } from '../../panels/numbers.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { useTileHeight } from '../../panels/use-tile-height.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { bestSource, type SourceView, type VariantView } from '../../panels/variant-view.ts';
import { bankMapFigure } from '../../pictures/bank-map.figure.ts';
import { BankMap } from '../../pictures/bank-map.tsx';
import type { Figure } from '../../pictures/figure.ts';
import { OutputGrid } from '../../pictures/output-grid.tsx';
import { punchCardFigure } from '../../pictures/punch-card.figure.ts';
import { PunchCard } from '../../pictures/punch-card.tsx';
import type { ColourBy, Request } from '../../pictures/records.ts';
import { tileGridFigure } from '../../pictures/tile-grid.figure.ts';
import { TileGrid } from '../../pictures/tile-grid.tsx';
import type { HandleUses } from '../../pictures/use-handles.ts';
import { defaultView, type SharedScale } from '../../pictures/view.ts';
import { requestOnLine } from './lines.ts';
import { schema } from './params.ts';
import { takesPitch, usesTile, type Variant } from './variants.ts';

const LINE_BYTES = 128;
/** Cells of a tile in an exported file. */
const TILE_PX = 330;
const BANK_MAP_PX = 104;

interface Shared {
  readonly scale: SharedScale | null;
  readonly lineCount: number | null;
}

/** What the variants share, so that a cell, a line or a bar means the same in each column. */
function sharedBy(views: readonly VariantView[]): Shared {
  const tiles = views.map(view => view.tile).filter(tile => tile !== null);
  if (tiles.length === 0) return { scale: null, lineCount: null };
  const columns = Math.max(...tiles.map(tile => tile.pitchElements));
  const rows = Math.max(...tiles.map(tile => tile.rows));
  const bytes = Math.max(...views.map(view => view.sharedBytes + (view.tile?.baseBytes ?? 0)));
  return { scale: { columns, rows }, lineCount: Math.ceil(bytes / LINE_BYTES) };
}

export function Stage(props: StageProps) {
  const { views, compact, theme } = props;
  const shared = sharedBy(views);
  return (
    <VariantColumns views={views} theme={theme} compact={compact} changed={changed}>
      {view => <Pictures view={view} stage={props} shared={shared} />}
    </VariantColumns>
  );
}

interface PicturesProps {
  readonly view: VariantView;
  readonly stage: StageProps;
  readonly shared: Shared;
}

function Pictures({ view, stage, shared }: PicturesProps) {
  const { colourBy, compact, theme, highlight, selection, playhead, onHover, onSelect } = stage;
  const { scale, lineCount } = shared;
  const maxHeight = useTileHeight(compact);
  const handles = handlesOf(view, stage);
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
      {!layout && <AbsentPicture title="Tile and bank map" why={absence(view)} />}
      {tile && <TileGrid {...common} source="predicted" scale={scale} records={tile} maxHeight={maxHeight} />}
      {!isTileOnly && map && <BankMap {...common} source={source} records={map} maxHeight={BANK_MAP_PX} />}
      {!isTileOnly && card && <PunchCard {...common} source={source} records={card} />}
      {!isTileOnly && view.output.state === 'done' && (
        <OutputGrid theme={theme} source="emulated" records={view.output.check} maxHeight={maxHeight} />
      )}
    </>
  );
}

/** Why a variant without a tile has no bank to show, and what it costs instead. */
function absence(view: VariantView): string {
  const { load, store } = bestSource(view).view.summary.global;
  const sectors = `${count(store.sectors)} sectors written where ${count(store.ideal)} would do (read: ${count(load.sectors)})`;
  return `This variant keeps nothing in shared memory, so no bank is asked. It pays in global memory: ${sectors}.`;
}

/** Rulers choose the warp, the edge the padding, the map the base address: each as far as the link leaves it open. */
function handlesOf({ id }: VariantView, { subject, canChange, onAccess, onParam }: StageProps): HandleUses {
  const line = subject.side === 'load' ? 'column' : 'row';
  const variant = id as Variant;
  const chooseLine = (index: number): void => onAccess(requestOnLine(schema.parse(subject.params), index, subject));
  return {
    ...(canChange('warp') && {
      [line]: { hint: `Drag along the ${line} numbers to choose a warp, or use Warp.`, onChange: chooseLine },
    }),
    ...(canChange('pad') &&
      takesPitch(variant) && {
        pad: { hint: 'Drag the right edge, or use Padding.', onChange: (pad: number) => onParam('pad', pad) },
      }),
    ...(canChange('base') &&
      usesTile(variant) && {
        base: { hint: 'Drag the map, or use Base address.', onChange: (bytes: number) => onParam('base', bytes) },
      }),
  };
}

/** What is special about a variant's layout. */
export function changed({ tile }: VariantView): string {
  if (!tile) return 'no shared memory';
  const pitch = `pitch ${tile.pitchElements} ${tile.elementBytes === 4 ? 'words' : 'elements'}`;
  return tile.swizzle.kind === 'xor' ? `${pitch}, XOR` : pitch;
}

const requestOf = ({ access, cost }: SourceView): Request | null => access && cost && { access, cost };

type Sources = Pick<VariantView, 'predicted' | 'emulated'> & { readonly layout: TileLayout | null };

/** What each picture draws: the best source's request, and the model's beside it where that is another. */
function recordsOf({ layout, ...sources }: Sources, colourBy: ColourBy, lineCount: number | null) {
  const { source, view } = bestSource(sources);
  const request = requestOf(view);
  const predicted = source === 'predicted' ? null : requestOf(sources.predicted);
  return {
    source,
    tile: layout && { layout, request, predicted, colourBy },
    map: layout && { layout, request, predicted, lineCount },
    card: request && { layout, request, predicted, rows: 'wavefronts' as const },
  };
}

/** The same pictures for a file: at a fixed width, with what is pinned and played, without what is hovered. */
export function figures(
  view: VariantView,
  { views, theme, colourBy, selection, playhead }: FileStage,
  width: number,
): Figure[] {
  const { scale, lineCount } = sharedBy(views);
  const { source, tile, map, card } = recordsOf({ ...view, layout: view.tile }, colourBy, lineCount);
  const at = (from: typeof source, maxHeight: number) => ({
    ...defaultView(theme, from, width),
    selection,
    playhead,
    scale,
    maxHeight,
  });
  return [
    ...(tile ? [tileGridFigure(tile, at('predicted', TILE_PX))] : []),
    ...(map ? [bankMapFigure(map, at(source, BANK_MAP_PX))] : []),
    ...(card ? [punchCardFigure(card, at(source, TILE_PX))] : []),
  ];
}
