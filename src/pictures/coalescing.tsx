/** One global request by lanes and sectors, on the page. */
import { coalescingFigure } from './coalescing.figure.ts';
import { Picture } from './picture.tsx';
import type { PictureProps } from './props.ts';
import type { CoalescingRecords } from './records.ts';

export const Coalescing = (props: PictureProps<CoalescingRecords>) => (
  <Picture {...props} figureOf={coalescingFigure} />
);
