/** How a buffer's values are spread, on the page. */

import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { HistogramRecords } from '../records.ts';
import { histogramFigure } from './figure.ts';

export const Histogram = (props: PictureProps<HistogramRecords>) => <Picture {...props} figureOf={histogramFigure} />;
