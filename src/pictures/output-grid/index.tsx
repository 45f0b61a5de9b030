/** The result matrix against its reference, on the page. */

import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { OutputGridRecords } from '../records.ts';
import { outputGridFigure } from './figure.ts';

export const OutputGrid = (props: PictureProps<OutputGridRecords>) => (
  <Picture {...props} figureOf={outputGridFigure} />
);
