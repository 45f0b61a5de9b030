/** The reduction's pictures per variant: its steps, and one request of them by elements, banks and wavefronts. */
import { useMemo } from 'react';
import type { FileStage, StageProps, Subject } from '../../panels/exhibit.ts';
import { TilePictures } from '../../panels/tile-pictures.tsx';
import { type Shared, sharedBy, tileFigures } from '../../panels/tile-records.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { VariantColumns } from '../../panels/variant-columns.tsx';
import { bestSource, type VariantView } from '../../panels/variant-view.ts';
import type { Figure } from '../../pictures/figure.ts';
import type { WarpStepsRecords } from '../../pictures/records.ts';
import type { HandleUses } from '../../pictures/use-handles.ts';
import { defaultView } from '../../pictures/view.ts';
import { warpStepsFigure } from '../../pictures/warp-steps.figure.ts';
import { WarpSteps } from '../../pictures/warp-steps.tsx';
import { LANES } from '../../trace/access-trace.ts';
import { schema } from './params.ts';
import { stepNames, stepsOf } from './steps.ts';
import type { Variant } from './variants.ts';

/** What stands in the variant's column, in few words. */
const CHANGED: Readonly<Record<Variant, string>> = {
  'interleaved-divergent': 'thread % (2 · stride) = 0',
  'interleaved-strided': 'word 2 · stride · thread',
  sequential: 'thread < stride',
  'first-add-on-load': 'two elements a thread',
  'unrolled-warp': '__syncwarp from 32 on',
  'fully-unrolled': 'no loop',
  'grid-stride': 'shuffles in the warps',
  'missing-barrier': 'no barrier in the loop',
  'missing-syncwarp': 'no __syncwarp',
  'no-bounds-check': 'one check of two',
};

export const changed = ({ id }: VariantView): string => CHANGED[id as Variant];

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
  const { theme, highlight, selection, onHover, onSelect, subject } = stage;
  const { source, steps } = useSteps(view, subject);
  const common = { theme, highlight, selection, onHover, onSelect, ...usePictureScale() };
  return (
    <>
      {steps && <WarpSteps {...common} source={source} records={steps} handles={handlesOf(steps, stage)} />}
      <TilePictures view={view} stage={stage} shared={shared} handles={{}} />
    </>
  );
}

function useSteps(view: VariantView, subject: Subject) {
  const { source, view: best } = bestSource(view);
  const { tile, id } = view;
  const { params, side, warp, request } = subject;
  const { trace } = best;
  const steps = useMemo(
    () => recordsOf({ id, tile }, trace, { params, side, warp, request }),
    [id, tile, trace, params, side, warp, request],
  );
  return { source, steps };
}

function recordsOf(
  { id, tile }: Pick<VariantView, 'id' | 'tile'>,
  trace: Parameters<typeof stepsOf>[0],
  { params, side, warp, request }: Subject,
): WarpStepsRecords | null {
  if (tile === null) return null;
  const { threads } = schema.parse(params);
  const steps = stepsOf(trace, stepNames(id as Variant, threads, side), side);
  return { layout: tile, labelled: 'stride', steps, warps: threads / LANES, chosen: { warp, step: request } };
}

/** The labels choose a step, the warps a warp: at the same step, or where that warp has left, at its last. */
function handlesOf(
  { steps }: WarpStepsRecords,
  { subject, canChange, onAccess }: Pick<StageProps, 'subject' | 'canChange' | 'onAccess'>,
): HandleUses {
  if (!canChange('warp')) return {};
  const stepsOfWarp = (warp: number) =>
    steps.filter(({ requests }) => requests.some(({ access }) => access.warp === warp)).length;
  return {
    row: {
      hint: 'Drag along the steps to choose one, or use Step.',
      onChange: request => onAccess({ warp: subject.warp, request }),
    },
    column: {
      hint: 'Drag across the warps to choose one, or use Warp.',
      onChange: warp => onAccess({ warp, request: Math.min(subject.request, stepsOfWarp(warp) - 1) }),
    },
  };
}

/** The same pictures for a file. */
export function figures(view: VariantView, stage: FileStage, width: number): Figure[] {
  const { theme, selection } = stage;
  const { source, view: best } = bestSource(view);
  const steps = recordsOf(view, best.trace, stage.subject);
  const at = { ...defaultView(theme, source, width), selection };
  return [...(steps ? [warpStepsFigure(steps, at)] : []), ...tileFigures(view, stage, width)];
}
