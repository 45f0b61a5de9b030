/** The result matrix against its reference, on the page. */

import { outputGridFigure } from './output-grid.figure.ts';
import { Picture } from './picture.tsx';
import type { PictureProps } from './props.ts';
import type { OutputGridRecords } from './records.ts';

export const OutputGrid = (props: PictureProps<OutputGridRecords>) => (
  <Picture {...props} figureOf={outputGridFigure} />
);
