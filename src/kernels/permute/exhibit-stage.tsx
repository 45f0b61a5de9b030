/** The permutation's pictures: what all variants share, then each one's block. */
import { useMemo, useState } from 'react';
import { elementsOf } from '../../model/permute/block.ts';
import { expandedPerm } from '../../model/permute/canonical.ts';
import type { StageProps } from '../../panels/exhibit.ts';
import { ConflictVerdict } from '../../panels/permute/conflict-verdict.tsx';
import { MoveTimes } from '../../panels/permute/move-times.tsx';
import { StageStack } from '../../panels/permute/stage-stack.tsx';
import { StrategyTable } from '../../panels/permute/strategy-table.tsx';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { BADGES, type VariantView } from '../../panels/variant-view.ts';
import { AxisRibbon } from '../../pictures/axis-ribbon/index.tsx';
import type { Params } from '../kernel.ts';
import { withoutVoidTexts } from './block-texts.ts';
import { type PartProps, Schedule, VariantPictures } from './exhibit-pictures.tsx';
import { drawnOf, type JobDrawing, strategyRows } from './exhibit-records.tsx';
import { changedText, inTitles, titleOf } from './exhibit-text.tsx';
import type { PermuteJob } from './job.ts';
import { moveTimes } from './move-times.ts';
import { variants } from './variants.ts';
import { fastestWide } from './wide-launch.ts';

export function Stage(props: StageProps) {
  const { views, subject, theme, compact } = props;
  const drawn = useDrawn(subject.params, views);
  return (
    <StageStack>
      {!compact && <Ribbon drawn={drawn} stage={props} />}
      <Schedule drawn={drawn} stage={props} />
      {!compact && <Strategies drawn={drawn} stage={props} />}
      <VariantColumns
        views={views}
        theme={theme}
        compact={compact}
        changed={view => changedText(view.id, drawn.job)}
        instead={view => !compact && <Instead view={view} drawn={drawn} stage={props} />}
      >
        {view => <VariantPictures view={view} drawn={drawn} stage={props} />}
      </VariantColumns>
    </StageStack>
  );
}

/** The mover that is predicted to be fastest, in the place of one that cannot do the job; nothing where it stands beside it. */
function Instead({ view, drawn: { job }, stage: { views, onVariants } }: PartProps & { readonly view: VariantView }) {
  const able = useMemo(() => fastestWide(job), [job]);
  const ids = views.map(({ id }) => id);
  if (able === null || ids.includes(able)) return null;
  const { title } = variants.find(({ id }) => id === able)!;
  return (
    <div>
      <button
        type="button"
        className="button"
        onClick={() => onVariants(views.map(each => (each === view ? able : each.id)))}
      >
        Show {title} instead
      </button>
    </div>
  );
}

/** The same value until parameters or variants change: answers that come in leave the blocks as they are. */
function useDrawn(params: Params, views: readonly VariantView[]): JobDrawing {
  const ids = views.map(view => view.id).join();
  return useMemo(() => {
    const shown = ids.split(',').map((id, i) => ({ id, badge: BADGES[i] }));
    return drawnOf(params, shown);
  }, [params, ids]);
}

/** The block, and the best cost that it can reach. */
function Ribbon({ drawn: { job, ribbon }, stage: { theme, onParams } }: PartProps) {
  const scale = usePictureScale();
  const setPerm = (perm: readonly number[]) =>
    onParams(withoutVoidTexts(job, { perm: expandedPerm(job.request, perm).join(',') }));
  return (
    <>
      <ConflictVerdict {...verdictOf(job)} />
      <AxisRibbon theme={theme} {...scale} source="predicted" records={ribbon} onPerm={setPerm} />
    </>
  );
}

function Strategies({ drawn, stage: { views, theme, arch, onVariants } }: PartProps) {
  const rows = useMemo(() => strategyRows(drawn, arch), [drawn, arch]);
  const ids = views.map(view => view.id);
  const [asked, setAsked] = useState<string | null>(null);
  const toggle = (id: string) => {
    setAsked(id);
    onVariants(toggled(ids, id));
  };
  const times = useMemo(() => moveTimes(drawn.job).map(({ variant, ...each }) => ({ id: variant, ...each })), [drawn]);
  return (
    <>
      <StrategyTable rows={rows} theme={theme} onToggle={toggle} statistics={statisticsLink(drawn.job)} />
      <p className="remark" role="status">
        {ids.length === 1 && asked === ids[0] && 'It stays: nothing else is drawn. A click on another one draws both.'}
      </p>
      {times.length > 0 && <MoveTimes rows={times} shown={ids} onToggle={toggle} />}
    </>
  );
}

function verdictOf({ plan: { conflictFree, move } }: PermuteJob) {
  const { padding, anyFunction, why } = conflictFree;
  const waste = anyFunction.sharedBytes - elementsOf(move.modes) * move.elementBytes;
  return { padding, first: { title: titleOf(anyFunction.strategy), waste }, why: inTitles(why) };
}

/**
 * The list without the variant if it was shown, unless it is the only one; otherwise with the variant, which replaces
 * the last one of four.
 */
function toggled(ids: readonly string[], id: string): readonly string[] {
  if (ids.includes(id)) return ids.length > 1 ? ids.filter(other => other !== id) : ids;
  return [...ids.slice(0, BADGES.length - 1), id];
}

/** The statistics with this block's options. */
function statisticsLink({ params: { elementBytes, target, sharedKiB } }: PermuteJob): string {
  const options = { elementBytes: `${elementBytes}`, target: `${target}`, sharedKiB: `${sharedKiB}` };
  return `#/permute/statistics?${new URLSearchParams(options)}`;
}
