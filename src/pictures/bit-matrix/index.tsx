/** A linear map of offset bits, on the page. */

import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { BitMatrixRecords } from '../records.ts';
import { bitMatrixFigure } from './figure.ts';

export const BitMatrixPicture = (props: PictureProps<BitMatrixRecords>) => (
  <Picture {...props} figureOf={bitMatrixFigure} />
);
