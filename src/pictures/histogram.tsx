/** How a buffer's values are spread, on the page. */
import { histogramFigure } from './histogram.figure.ts';
import { Picture } from './picture.tsx';
import type { PictureProps } from './props.ts';
import type { HistogramRecords } from './records.ts';

export const Histogram = (props: PictureProps<HistogramRecords>) => <Picture {...props} figureOf={histogramFigure} />;
