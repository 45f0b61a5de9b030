/** How often things came out how, row by row, on the page. */

import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { DistributionsRecords } from '../records.ts';
import { distributionsFigure } from './figure.ts';

export const Distributions = (props: PictureProps<DistributionsRecords>) => (
  <Picture {...props} figureOf={distributionsFigure} />
);
