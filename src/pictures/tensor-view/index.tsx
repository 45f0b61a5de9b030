/** A block as a nested grid, on the page. */
import type { TensorViewRecords } from '../permute/records.ts';
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import { tensorViewFigure } from './figure.ts';

export const TensorView = (props: PictureProps<TensorViewRecords>) => (
  <Picture {...props} figureOf={tensorViewFigure} />
);
