/** How full the warps were, line by line, on the page. */

import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { DivergenceRecords } from '../records.ts';
import { divergenceFigure } from './figure.ts';

export const Divergence = (props: PictureProps<DivergenceRecords>) => (
  <Picture {...props} figureOf={divergenceFigure} />
);
