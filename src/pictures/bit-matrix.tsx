/** A linear map of offset bits, on the page. */
import { bitMatrixFigure } from './bit-matrix.figure.ts';
import type { BitMatrixRecords } from './bit-matrix.records.ts';
import { Picture } from './picture.tsx';
import type { PictureProps } from './props.ts';

export const BitMatrixPicture = (props: PictureProps<BitMatrixRecords>) => (
  <Picture {...props} figureOf={bitMatrixFigure} />
);
