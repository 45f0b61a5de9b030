/** A buffer as a matrix of values, on the page. */
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { ValueGridRecords } from '../records.ts';
import { valueGridFigure } from './figure.ts';

export const ValueGrid = (props: PictureProps<ValueGridRecords>) => <Picture {...props} figureOf={valueGridFigure} />;
