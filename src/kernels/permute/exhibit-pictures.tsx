/** The pictures of blocks: the schedule that variants share, and each one's own. */
import { useMemo } from 'react';
import { padsOf } from '../../model/permute/pad-sweep.ts';
import { AbsentPicture } from '../../panels/absent-picture.tsx';
import type { StageProps, Subject } from '../../panels/exhibit.ts';
import { BlockPictures } from '../../panels/permute/block-pictures.tsx';
import { OtherPads } from '../../panels/permute/other-pads.tsx';
import { TilePictures } from '../../panels/tile-pictures.tsx';
import { sharedBy } from '../../panels/tile-records.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { BADGES, type VariantView } from '../../panels/variant-view.ts';
import { useMediaQuery } from '../../pictures/gestures/use-media-query.ts';
import { PaddingSchedule } from '../../pictures/padding-schedule/index.tsx';
import type { PaddingScheduleRecords, PermutedBlock } from '../../pictures/permute/records.ts';
import { type JobDrawing, scheduleRecords } from './exhibit-records.tsx';

export interface PartProps {
  readonly drawn: JobDrawing;
  readonly stage: StageProps;
}

/** A pad that is dragged makes the variant one of typed pads. */
export function Schedule({ drawn, stage }: PartProps) {
  const { theme, subject, views, canChange, highlight, selection, onHover, onSelect } = stage;
  const scale = usePictureScale();
  const isPhone = useMediaQuery(PHONE);
  const parts = useMemo(() => scheduleParts(drawn, subject, views, isPhone), [drawn, subject, views, isPhone]);
  const setPad = (mode: number, pad: number, letter: string) => {
    const block = drawn.blocks.get(letter as VariantView['badge']);
    if (block !== undefined) setPads(stage, block, mode, pad);
  };
  return parts.map(records => (
    <PaddingSchedule
      key={records.variants.map(variant => variant.letter).join('')}
      {...{ theme, highlight, selection, onHover, onSelect, ...scale }}
      source="predicted"
      records={records}
      {...(canChange('pads') ? { onPad: setPad } : {})}
    />
  ));
}

/** Too narrow for two variants side by side. */
const PHONE = 'screen and (max-width: 599px)';

/** One schedule for all variants; on a phone one below the other. */
function scheduleParts(
  drawn: JobDrawing,
  subject: Subject,
  views: readonly VariantView[],
  isPhone: boolean,
): readonly PaddingScheduleRecords[] {
  const records = scheduleRecords(drawn, subject, views);
  if (records === null || !isPhone) return records === null ? [] : [records];
  return records.variants.map(variant => ({ ...records, variants: [variant] }));
}

function setPads({ views, onParams }: StageProps, { move, layout, letter }: PermutedBlock, mode: number, pad: number) {
  const pads = padsOf(move, layout.strides).with(mode, pad);
  const ids = views.map(view => view.id);
  const shown = ids.includes('yours') ? ids : ids.with(BADGES.indexOf(letter), 'yours');
  onParams({ pads: pads.join(',') }, shown);
}

export function VariantPictures({ view, drawn, stage }: PartProps & { readonly view: VariantView }) {
  const { theme, canChange, compact } = stage;
  const block = drawn.blocks.get(view.badge);
  if (block === undefined)
    return <TilePictures view={view} stage={stage} shared={sharedBy(stage.views)} handles={{}} absence={absence} />;
  const setPad = (mode: number, pad: number) => {
    if (canChange('pads')) setPads(stage, block, mode, pad);
  };
  return (
    <>
      <BlockPictures view={view} stage={stage} block={block} axes={drawn.axes} lineCount={drawn.lineCount} />
      {!compact && <OtherPads block={block} theme={theme} onPad={setPad} />}
    </>
  );
}

/** Beside the five pictures of a block. */
const absence = ({ title }: VariantView) => (
  <AbsentPicture
    title="Shared memory"
    why={`${title} takes no shared memory: its elements stay in registers.`}
    pictures={5}
  />
);
