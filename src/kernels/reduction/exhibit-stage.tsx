/** The reduction's pictures per variant: its steps, and one request of them by elements, banks and wavefronts. */
import { LANES } from '../../base/hardware.ts';
import type { FileStage, StageProps, Subject } from '../../panels/exhibit.ts';
import { type PictureSteps, StepStage, stepFigures } from '../../panels/step-pictures.tsx';
import type { VariantView } from '../../panels/variant-view.ts';
import type { Figure } from '../../pictures/figure.ts';
import { schema } from './params.ts';
import { stepsOf } from './steps.ts';
import type { ReductionVariant } from './variants.ts';

/** Few words for each variant's column. */
const CHANGED: Readonly<Record<ReductionVariant, string>> = {
  'interleaved-divergent': 'thread % (2 · stride) = 0',
  'interleaved-strided': 'word 2 · stride · thread',
  sequential: 'thread < stride',
  'first-add-on-load': 'two elements a thread',
  'unrolled-warp': '__syncwarp from 32 on',
  'fully-unrolled': 'no loop',
  'grid-stride': 'shuffles in the warps',
  'vector-loads': 'four elements a load',
  'missing-barrier': 'no barrier in the loop',
  'missing-syncwarp': 'no __syncwarp',
  'no-bounds-check': 'one check of two',
};

export const changed = ({ id }: VariantView): string => CHANGED[id as ReductionVariant];

export function stepsFor(id: string, { params, side }: Pick<Subject, 'params' | 'side'>): PictureSteps {
  const { threads } = schema.parse(params);
  return { steps: stepsOf(id as ReductionVariant, threads, side), labelled: 'stride', warps: threads / LANES };
}

export const Stage = (props: StageProps) => <StepStage stage={props} stepsFor={stepsFor} changed={changed} />;

/** The same pictures for a file. */
export const figures = (view: VariantView, stage: FileStage, width: number): Figure[] =>
  stepFigures(view, stage, stepsFor(view.id, stage.subject), width);
