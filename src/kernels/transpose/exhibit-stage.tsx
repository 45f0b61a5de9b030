/** The transpose's pictures per variant, on the page, where they can be dragged. */
import { useMemo } from 'react';
import { AbsentPicture } from '../../panels/absent-picture.tsx';
import type { StageProps } from '../../panels/exhibit.ts';
import { count } from '../../panels/numbers.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { useTileHeight } from '../../panels/use-tile-height.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { bestSource, type VariantView } from '../../panels/variant-view.ts';
import { BankMap } from '../../pictures/bank-map.tsx';
import { OutputGrid } from '../../pictures/output-grid.tsx';
import { PunchCard } from '../../pictures/punch-card.tsx';
import { TileGrid } from '../../pictures/tile-grid.tsx';
import type { HandleUses } from '../../pictures/use-handles.ts';
import { BANK_MAP_PX, recordsOf, type Shared, sharedBy } from './exhibit-records.tsx';
import { requestOnLine } from './lines.ts';
import { schema } from './params.ts';
import { takesPitch, usesTile, type Variant } from './variants.ts';

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
