/** One variant's block: as it lies in shared memory, one request of it, its elements on both sides, and the loop that counts it. */
import { useMemo } from 'react';
import type { Axes } from '../../model/permute/axis-language.ts';
import { CountingLoop } from '../../pictures/counting-loop.tsx';
import { MemoryImage } from '../../pictures/memory-image.tsx';
import { OutputGrid } from '../../pictures/output-grid.tsx';
import type { PermutedBlock } from '../../pictures/permute-records.ts';
import { PunchCard } from '../../pictures/punch-card.tsx';
import { TensorView } from '../../pictures/tensor-view.tsx';
import type { StageProps } from '../exhibit.ts';
import { usePictureScale } from '../use-picture-scale.ts';
import { useTileHeight } from '../use-tile-height.ts';
import type { VariantView } from '../variant-view.ts';
import { blockView } from './block-records.ts';
import { blockPictureRecords } from './picture-records.ts';

/** Of a picture, so that the next one shows its head. */
const MOST_PX = 300;

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
  const { source } = drawn;
  return (
    <>
      <MemoryImage {...common} source={source} records={records.memory} />
      {!compact && records.card && <PunchCard {...common} source={source} records={records.card} />}
      {!compact && (
        <>
          <TensorView {...common} source="predicted" records={records.input} />
          <TensorView {...common} source="predicted" records={records.output} />
          <CountingLoop {...common} playhead={Number.POSITIVE_INFINITY} source="predicted" records={records.loop} />
        </>
      )}
      {!compact && view.output.state === 'done' && (
        <OutputGrid theme={theme} source="emulated" records={view.output.check} maxHeight={maxHeight} />
      )}
    </>
  );
}
