/** One global request by lanes and sectors, on the page. */

import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { CoalescingRecords } from '../records.ts';
import { coalescingFigure } from './figure.ts';

export const Coalescing = (props: PictureProps<CoalescingRecords>) => (
  <Picture {...props} figureOf={coalescingFigure} />
);
