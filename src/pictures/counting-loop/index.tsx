/** The stores or loads of a block, counted out, on the page. */

import type { CountingLoopRecords } from '../permute/records.ts';
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import { countingLoopFigure } from './figure.ts';

export const CountingLoop = (props: PictureProps<CountingLoopRecords>) => (
  <Picture {...props} figureOf={countingLoopFigure} />
);
