/** The tile's pictures per variant: chunks where they lie, then one request by elements, banks and wavefronts. */
import { useMemo } from 'react';
import type { StageProps } from '../../panels/exhibit.ts';
import { TilePictures } from '../../panels/tile-pictures.tsx';
import { type Shared, sharedBy } from '../../panels/tile-records.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { bestSource, type VariantView } from '../../panels/variant-view.ts';
import { ChunkTile } from '../../pictures/chunk-tile/index.tsx';
import { lanesOn, swizzledTile } from './chunk-records.ts';
import { schema } from './params.ts';
import { isByEngine } from './tile.ts';
import { READERS, type SwizzleVariant } from './variants.ts';

/** Height of the picture of chunks, so that what follows stays visible. */
const CHUNKS_PX = 300;

export function Stage(props: StageProps) {
  const { views, compact, theme, subject } = props;
  const shared = sharedBy(views);
  return (
    <VariantColumns views={views} theme={theme} compact={compact} changed={view => changed(view, subject.params)}>
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
  const { theme, highlight, selection, onHover, onSelect, compact, subject } = stage;
  const { access } = bestSource(view).view;
  const tile = useMemo(() => swizzledTile(schema.parse(subject.params)), [subject.params]);
  const records = useMemo(
    () => ({
      title: 'Shared memory, 16 B chunks',
      tile,
      piece: 'chunk' as const,
      arranged: 'memory' as const,
      lanes: view.tile === null ? [] : lanesOn(view.tile, access),
    }),
    [tile, view.tile, access],
  );
  const common = { theme, highlight, selection, onHover, onSelect, ...usePictureScale() };
  return (
    <>
      {!compact && <ChunkTile {...common} source="predicted" records={records} maxHeight={CHUNKS_PX} />}
      <TilePictures view={view} stage={stage} shared={shared} handles={{}} />
    </>
  );
}

/** How the tile is laid out, and whether it is read or dumped. */
export function changed({ id }: Pick<VariantView, 'id'>, params: StageProps['subject']['params']): string {
  const variant = id as SwizzleVariant;
  const by = isByEngine(variant, schema.parse(params)) ? 'laid out by TMA' : 'laid out by cp.async';
  return READERS.includes(variant) ? by : `${by}, dumped`;
}
