/** The permutation's pictures: what all variants share, then each one's block. */
import { useMemo } from 'react';
import { elementsOf } from '../../model/permute/block.ts';
import { expandedPerm } from '../../model/permute/canonical.ts';
import { padsOf } from '../../model/permute/pad-sweep.ts';
import type { StageProps } from '../../panels/exhibit.ts';
import { BlockPictures } from '../../panels/permute/block-pictures.tsx';
import { ConflictVerdict } from '../../panels/permute/conflict-verdict.tsx';
import { StageStack } from '../../panels/permute/stage-stack.tsx';
import { StrategyTable } from '../../panels/permute/strategy-table.tsx';
import { TilePictures } from '../../panels/tile-pictures.tsx';
import { sharedBy } from '../../panels/tile-records.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { BADGES, type VariantView } from '../../panels/variant-view.ts';
import { AxisRibbon } from '../../pictures/axis-ribbon.tsx';
import { PadStrip } from '../../pictures/pad-strip.tsx';
import { PaddingSchedule } from '../../pictures/padding-schedule.tsx';
import type { PermutedBlock } from '../../pictures/permute-records.ts';
import { type Drawn, drawnOf, scheduleRecords, strategyRows, stripRecords } from './exhibit-records.tsx';
import { changedText, inTitles, titleOf } from './exhibit-text.tsx';
import type { Job } from './job.ts';

export function Stage(props: StageProps) {
  const { views, subject, theme, arch, compact, onParams, onVariants } = props;
  const { params } = subject;
  const drawn = useMemo(() => drawnOf(params, views), [params, views]);
  const common = { theme, ...usePictureScale() };
  const ids = views.map(view => view.id);
  return (
    <StageStack>
      {!compact && <ConflictVerdict {...verdictOf(drawn.job)} />}
      {!compact && (
        <AxisRibbon
          {...common}
          source="predicted"
          records={drawn.ribbon}
          onPerm={perm => onParams({ perm: expandedPerm(drawn.job.request, perm).join(',') })}
        />
      )}
      <Schedule drawn={drawn} stage={props} />
      {!compact && (
        <StrategyTable
          rows={strategyRows(drawn, arch)}
          theme={theme}
          onToggle={id => onVariants(toggled(ids, id))}
          statistics={statisticsLink(drawn.job)}
        />
      )}
      <VariantColumns views={views} theme={theme} compact={compact} changed={view => changedText(view.id, drawn.job)}>
        {view => <VariantPictures view={view} drawn={drawn} stage={props} />}
      </VariantColumns>
    </StageStack>
  );
}

function verdictOf({ plan: { conflictFree, move } }: Job) {
  const { padding, anyFunction, why } = conflictFree;
  const waste = anyFunction.sharedBytes - elementsOf(move.modes) * move.elementBytes;
  return { padding, first: { title: titleOf(anyFunction.strategy), waste }, why: inTitles(why) };
}

/** Shown ones go, all but the last; one more comes in the place of the last where there are four. */
function toggled(ids: readonly string[], id: string): readonly string[] {
  if (ids.includes(id)) return ids.length > 1 ? ids.filter(other => other !== id) : ids;
  return [...ids.slice(0, BADGES.length - 1), id];
}

/** The statistics with this block's options. */
function statisticsLink({ params: { elementBytes, target, sharedKiB } }: Job): string {
  const options = { elementBytes: `${elementBytes}`, target: `${target}`, sharedKiB: `${sharedKiB}` };
  return `#/permute/statistics?${new URLSearchParams(options)}`;
}

interface PartProps {
  readonly drawn: Drawn;
  readonly stage: StageProps;
}

/** A pad that is dragged makes the variant one of typed pads. */
function Schedule({ drawn, stage }: PartProps) {
  const { theme, subject, views, canChange } = stage;
  const scale = usePictureScale();
  const records = useMemo(() => scheduleRecords(drawn, subject, views), [drawn, subject, views]);
  if (records === null) return null;
  const setPad = (mode: number, pad: number, letter: string) => {
    const block = records.variants.find(variant => variant.letter === letter);
    if (block !== undefined) setPads(stage, block, mode, pad);
  };
  return (
    <PaddingSchedule
      theme={theme}
      {...scale}
      source="predicted"
      records={records}
      {...(canChange('pads') ? { onPad: setPad } : {})}
    />
  );
}

function setPads({ views, onParams }: StageProps, { move, layout, letter }: PermutedBlock, mode: number, pad: number) {
  const pads = padsOf(move, layout.strides).with(mode, pad);
  const ids = views.map(view => view.id);
  const shown = ids.includes('yours') ? ids : ids.with(BADGES.indexOf(letter), 'yours');
  onParams({ pads: pads.join(',') }, shown);
}

function VariantPictures({ view, drawn, stage }: PartProps & { readonly view: VariantView }) {
  const { theme, canChange } = stage;
  const scale = usePictureScale();
  const block = drawn.blocks.get(view.badge);
  const strip = useMemo(() => block && stripRecords(block), [block]);
  if (block === undefined)
    return <TilePictures view={view} stage={stage} shared={sharedBy(stage.views)} handles={{}} absence={absence} />;
  return (
    <>
      <BlockPictures view={view} stage={stage} block={block} axes={drawn.axes} lineCount={drawn.lineCount} />
      {strip && !stage.compact && (
        <PadStrip
          theme={theme}
          {...scale}
          source="predicted"
          records={strip}
          onPad={(mode, pad) => {
            if (canChange('pads')) setPads(stage, block, mode, pad);
          }}
        />
      )}
    </>
  );
}

const absence = (view: VariantView): string => `${view.title} takes no shared memory: its elements stay in registers.`;
