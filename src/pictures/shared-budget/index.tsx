/** Picture of the shared memory that a pipeline's buffers take, on the page. */
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { SharedBudgetRecords } from '../records.ts';
import { sharedBudgetFigure } from './figure.ts';

export const SharedBudget = (props: PictureProps<SharedBudgetRecords>) => (
  <Picture {...props} figureOf={sharedBudgetFigure} />
);
