/** What of shared memory the buffers of a pipeline take, on the page. */
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { SharedBudgetRecords } from '../records.ts';
import { sharedBudgetFigure } from './figure.ts';

export const SharedBudget = (props: PictureProps<SharedBudgetRecords>) => (
  <Picture {...props} figureOf={sharedBudgetFigure} />
);
