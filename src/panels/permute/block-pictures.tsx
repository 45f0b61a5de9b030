/** One variant's block: as it lies in shared memory, its elements on both sides, the loop that counts it, and one request. */
import { useMemo } from 'react';
import type { Axes } from '../../model/permute/axis-language.ts';
import { MemoryImage } from '../../pictures/memory-image/index.tsx';
import type { PermutedBlock } from '../../pictures/permute/records.ts';
import type { PictureProps } from '../../pictures/props.ts';
import { PunchCard } from '../../pictures/punch-card/index.tsx';
import { TensorView } from '../../pictures/tensor-view/index.tsx';
import type { Source } from '../../trace/span.ts';
import { AbsentPicture } from '../absent-picture.tsx';
import type { StageProps } from '../exhibit.ts';
import { OutputPicture } from '../output-picture.tsx';
import { usePictureScale } from '../use-picture-scale.ts';
import { useTileHeight } from '../use-tile-height.ts';
import type { VariantView } from '../variant-view.ts';
import { blockView } from './block-records.ts';
import { CountedRequests } from './counted-requests.tsx';
import { blockPictureRecords } from './picture-records.ts';

/** Greatest height of a picture, so that the top of the next one is visible. */
const MOST_PX = 300;
/** Greatest height of an output with wrong elements. */
const OUTPUT_PX = 120;

interface BlockPicturesProps {
  readonly view: VariantView;
  readonly stage: StageProps;
  readonly block: PermutedBlock;
  /** How the block is laid out on screen, by the input's order and by the output's. */
  readonly axes: Readonly<Record<'input' | 'output', Axes>>;
  /** Lines of shared memory that all variants' images have. */
  readonly lineCount: number;
}

export function BlockPictures({ view, stage, block, axes, lineCount }: BlockPicturesProps) {
  const { colourBy, compact, theme, highlight, selection, playhead, onHover, onSelect, subject } = stage;
  const { side } = subject;
  const maxHeight = Math.min(useTileHeight(compact), MOST_PX);
  const common = { theme, highlight, selection, playhead, onHover, onSelect, maxHeight, ...usePictureScale() };
  const drawn = useMemo(() => blockView(view, block), [view, block]);
  const records = useMemo(
    () => blockPictureRecords(drawn, { side, colourBy, axes, lineCount }),
    [drawn, side, colourBy, axes, lineCount],
  );
  const shown = { view, stage, records, common, source: drawn.source };
  return (
    <>
      <MemoryImage {...common} source={drawn.source} records={records.memory} hasTwins={stage.views.length > 1} />
      {!compact && <MorePictures {...shown} wavefronts={drawn.request?.cost.wavefronts ?? 1} />}
      {!compact && view.output.state === 'done' && (
        <OutputPicture theme={theme} check={view.output.check} maxHeight={OUTPUT_PX} />
      )}
      {!compact && view.output.state === 'failed' && <AbsentPicture title="Output" why={view.output.message} />}
    </>
  );
}

interface MorePicturesProps extends Pick<BlockPicturesProps, 'view' | 'stage'> {
  readonly records: ReturnType<typeof blockPictureRecords>;
  readonly common: Omit<PictureProps<never>, 'records' | 'source'>;
  readonly source: Source;
  readonly wavefronts: number;
}

/** Pictures that have the same height in all variants come first. */
function MorePictures({ view, stage, records, common, source, wavefronts }: MorePicturesProps) {
  return (
    <>
      <TensorView {...common} source="predicted" records={records.input} />
      <TensorView {...common} source="predicted" records={records.output} />
      <CountedRequests
        {...common}
        source="predicted"
        records={records.loop}
        view={view}
        stage={stage}
        wavefronts={wavefronts}
      />
      {records.card && <PunchCard {...common} source={source} records={records.card} />}
    </>
  );
}
