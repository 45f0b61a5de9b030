/** Picture of which thread holds which element of a fragment, on the page. */
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { ThreadValueRecords } from '../records.ts';
import { threadValueFigure } from './figure.ts';

export const ThreadValue = (props: PictureProps<ThreadValueRecords>) => (
  <Picture {...props} figureOf={threadValueFigure} />
);
