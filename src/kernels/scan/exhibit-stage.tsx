/** The scan's pictures per variant: its steps, and one request of them by elements, banks and wavefronts. */
import { LANES } from '../../base/hardware.ts';
import type { FileStage, StageProps, Subject } from '../../panels/exhibit.ts';
import { type PictureSteps, StepStage, stepFigures } from '../../panels/step-pictures.tsx';
import type { VariantView } from '../../panels/variant-view.ts';
import type { Figure } from '../../pictures/figure.ts';
import { threadsOf } from './geometry.ts';
import { schema } from './params.ts';
import { stepsOf } from './steps.ts';
import { isSinglePass, type ScanVariant } from './variants.ts';

/** Few words for each variant's column. */
const CHANGED: Readonly<Record<ScanVariant, string>> = {
  'hillis-steele': 'two halves by turns',
  blelloch: 'element i at word i',
  'blelloch-padded': 'element i at word i + i / 32',
  'warp-shuffle': 'one word per warp',
  'single-pass': 'six tiles in a ring',
  'missing-barrier': 'no barrier in the loop',
  'pad-forgotten': 'left parts at word i',
  unready: 'no wait for the start',
};

export const changed = ({ id }: VariantView): string => CHANGED[id as ScanVariant];

export function stepsFor(id: string, { params, side }: Pick<Subject, 'params' | 'side'>): PictureSteps {
  const variant = id as ScanVariant;
  const p = schema.parse(params);
  return {
    steps: stepsOf(variant, p, side),
    labelled: isSinglePass(variant) ? 'tile' : 'stride',
    warps: threadsOf(variant, p) / LANES,
  };
}

export const Stage = (props: StageProps) => <StepStage stage={props} stepsFor={stepsFor} changed={changed} />;

/** The same pictures for a file. */
export const figures = (view: VariantView, stage: FileStage, width: number): Figure[] =>
  stepFigures(view, stage, stepsFor(view.id, stage.subject), width);
