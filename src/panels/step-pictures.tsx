/** A variant's steps, each with the lanes of the chosen warp and all warps of the CTA; then its tile and one request. */
import { useMemo } from 'react';
import type { Figure } from '../pictures/figure.ts';
import type { HandleUses } from '../pictures/gestures/use-handles.ts';
import { defaultView } from '../pictures/view.ts';
import { warpStepsFigure } from '../pictures/warp-steps/figure.ts';
import { WarpSteps } from '../pictures/warp-steps/index.tsx';
import type { FileStage, StageProps, Subject } from './exhibit.ts';
import { type PictureStep, requestAt, stepOf, warpSteps } from './step-records.ts';
import { tileFigures } from './tile-figures.ts';
import { TilePictures } from './tile-pictures.tsx';
import { type Shared, sharedBy } from './tile-records.ts';
import { usePictureScale } from './use-picture-scale.ts';
import { VariantColumns } from './variant-columns.tsx';
import { bestSource, type VariantView } from './variant-view.ts';

/** The steps of a variant on the subject's side, in program order, and the warps of its CTA. */
export interface PictureSteps {
  readonly steps: readonly PictureStep[];
  /** What their labels count: 'stride'. */
  readonly labelled: string;
  readonly warps: number;
}

/** A variant's steps on the subject's side; `id` is the variant's. */
type StepsFor = (id: string, subject: Pick<Subject, 'params' | 'side'>) => PictureSteps;

interface StepStageProps {
  readonly stage: StageProps;
  readonly stepsFor: StepsFor;
  /** Few words for a variant's column. */
  readonly changed: (view: VariantView) => string;
}

/** A column of pictures for each variant. */
export function StepStage({ stage, stepsFor, changed }: StepStageProps) {
  const { views, compact, theme } = stage;
  const shared = sharedBy(views);
  return (
    <VariantColumns views={views} theme={theme} compact={compact} changed={changed}>
      {view => <VariantSteps view={view} stage={stage} shared={shared} stepsFor={stepsFor} />}
    </VariantColumns>
  );
}

type VariantStepsProps = Pick<StepPicturesProps, 'view' | 'stage' | 'shared'> & Pick<StepStageProps, 'stepsFor'>;

function VariantSteps({ stepsFor, ...props }: VariantStepsProps) {
  const { params, side } = props.stage.subject;
  const { id } = props.view;
  const steps = useMemo(() => stepsFor(id, { params, side }), [stepsFor, id, params, side]);
  return <StepPictures {...props} {...steps} />;
}

/** Height for all steps, before text is scaled: a scan has 34. */
const STEPS_PX = 480;

interface StepPicturesProps extends PictureSteps {
  readonly view: VariantView;
  readonly stage: StageProps;
  readonly shared: Shared;
}

export function StepPictures({ view, stage, shared, steps, labelled, warps }: StepPicturesProps) {
  const { theme, highlight, selection, onHover, onSelect, subject, compact } = stage;
  const { side, warp, request } = subject;
  const { tile } = view;
  const { source, view: best } = bestSource(view);
  const { trace } = best;
  const filled = useMemo(() => warpSteps(trace, steps, side), [trace, steps, side]);
  const chosen = stepOf(steps, { warp, request });
  const records = useMemo(
    () => tile && { layout: tile, labelled, steps: filled, warps, chosen: { warp, step: chosen } },
    [tile, labelled, filled, warps, warp, chosen],
  );
  const scale = usePictureScale();
  const common = { theme, highlight, selection, onHover, onSelect, ...scale, maxHeight: STEPS_PX * scale.textScale };
  return (
    <>
      {records && !compact && (
        <WarpSteps {...common} source={source} records={records} handles={handlesOf(steps, stage)} />
      )}
      <TilePictures view={view} stage={stage} shared={shared} handles={{}} />
    </>
  );
}

/** The labels choose a step, the warps a warp at the same step. */
function handlesOf(
  steps: readonly PictureStep[],
  { subject, canChange, onAccess }: Pick<StageProps, 'subject' | 'canChange' | 'onAccess'>,
): HandleUses {
  if (!canChange('warp')) return {};
  const { warp } = subject;
  return {
    row: {
      hint: 'Drag along the steps to choose one, or use Step.',
      onChange: step => onAccess({ warp, request: requestAt(steps, warp, step) }),
    },
    column: {
      hint: 'Drag across the warps to choose one, or use Warp.',
      onChange: to => onAccess({ warp: to, request: requestAt(steps, to, stepOf(steps, subject)) }),
    },
  };
}

/** The same pictures for a file. */
export function stepFigures(view: VariantView, stage: FileStage, told: PictureSteps, width: number): Figure[] {
  const { theme, selection, subject } = stage;
  const { tile } = view;
  const { source, view: best } = bestSource(view);
  const steps = warpSteps(best.trace, told.steps, subject.side);
  const chosen = { warp: subject.warp, step: stepOf(told.steps, subject) };
  const at = { ...defaultView(theme, source, width), selection };
  return [
    ...(tile ? [warpStepsFigure({ ...told, layout: tile, steps, chosen }, at)] : []),
    ...tileFigures(view, stage, width),
  ];
}

/** The rail's name for one of the warp's requests. */
export const stepName = ({ steps }: PictureSteps, subject: Subject): string =>
  steps[stepOf(steps, subject)]?.name ?? `access ${subject.request}`;
