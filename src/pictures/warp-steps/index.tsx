/** The steps of a CTA by lanes and warps, on the page. */
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { WarpStepsRecords } from '../records.ts';
import { warpStepsFigure } from './figure.ts';

export const WarpSteps = (props: PictureProps<WarpStepsRecords>) => <Picture {...props} figureOf={warpStepsFigure} />;
