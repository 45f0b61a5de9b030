/** One buffer as values, verdicts, histogram, bytes or list. */
import { useMemo } from 'react';
import { valueHistogram, valueRange } from '../../../model/values/value-histogram.ts';
import { valueText } from '../../../model/values/value-text.ts';
import { usePictureScale } from '../../../panels/use-picture-scale.ts';
import type { Figure } from '../../../pictures/figure.ts';
import { hexFigure } from '../../../pictures/hex-view/figure.ts';
import { HexView } from '../../../pictures/hex-view/index.tsx';
import { histogramFigure } from '../../../pictures/histogram/figure.ts';
import { Histogram } from '../../../pictures/histogram/index.tsx';
import { outputGridFigure } from '../../../pictures/output-grid/figure.ts';
import { OutputGrid } from '../../../pictures/output-grid/index.tsx';
import type { HistogramRecords, OutputGridRecords, ValueGridRecords } from '../../../pictures/records.ts';
import type { Theme } from '../../../pictures/theme.ts';
import { valueGridFigure } from '../../../pictures/value-grid/figure.ts';
import { ValueGrid } from '../../../pictures/value-grid/index.tsx';
import type { PictureView } from '../../../pictures/view.ts';
import { elementAt } from '../../../trace/launch-bytes.ts';
import type { BufferCheck, BufferView } from './buffer-list.ts';
import { ElementList } from './element-list.tsx';
import { useValueRange } from './use-value-range.ts';

export type BufferLook = 'values' | 'check' | 'histogram' | 'bytes' | 'list';

export interface BufferPictureProps {
  readonly buffer: BufferView;
  readonly check: BufferCheck | null;
  readonly look: BufferLook;
  /** Columns of the matrix, for values and check. */
  readonly columns: number;
}

const GRID_PX = 420;

export function BufferPicture({ buffer, check, look, columns, theme }: BufferPictureProps & { readonly theme: Theme }) {
  const common = { theme, source: 'emulated', ...usePictureScale() } as const;
  const range = useValueRange(buffer);
  const values = useMemo(() => valueRecords(buffer, columns, range), [buffer, columns, range]);
  const histogram = useMemo(() => (look === 'histogram' ? histogramRecords(buffer) : null), [buffer, look]);
  const verdicts = useMemo(
    () => (look === 'check' ? check && verdictRecords(buffer, check, columns) : null),
    [buffer, check, look, columns],
  );
  const bytes = useMemo(() => ({ ...buffer, check }), [buffer, check]);
  if (verdicts) return <OutputGrid {...common} records={verdicts} maxHeight={GRID_PX} />;
  if (histogram) return <Histogram {...common} records={histogram} />;
  if (look === 'bytes') return <HexView key={buffer.name} {...common} records={bytes} />;
  if (look === 'list') return <ElementList key={buffer.name} buffer={buffer} check={check} />;
  return <ValueGrid {...common} records={values} maxHeight={GRID_PX} />;
}

const valueRecords = (
  { name, type, bytes }: BufferView,
  columns: number,
  range: ValueGridRecords['range'],
): ValueGridRecords => ({ name, type, bytes, columns, range });

const histogramRecords = ({ name, type, bytes }: BufferView): HistogramRecords => ({
  name,
  histogram: valueHistogram(bytes, type),
  greatestCount: null,
});

function verdictRecords({ bytes, type, length }: BufferView, check: BufferCheck, columns: number): OutputGridRecords {
  const rows = Math.ceil(length / columns);
  const states = new Uint8Array(rows * columns);
  states.set(check.states);
  return {
    rows,
    columns,
    states,
    valuesAt: (row, column) => {
      const index = Math.min(length - 1, row * columns + column);
      return { found: valueText(elementAt(bytes, type, index), type), expected: check.expectedAt(index) };
    },
  };
}

const FILE_ROWS = 64;

/** The same picture for a file; of bytes, the first rows; of a list, the values. */
export function bufferFigure({ buffer, check, look, columns }: BufferPictureProps, view: PictureView): Figure {
  if (look === 'histogram') return histogramFigure(histogramRecords(buffer), view);
  if (look === 'bytes') return hexFigure({ ...buffer, check, firstRow: 0, rowCount: FILE_ROWS }, view);
  if (look === 'check' && check) return outputGridFigure(verdictRecords(buffer, check, columns), view);
  return valueGridFigure(valueRecords(buffer, columns, valueRange(buffer.bytes, buffer.type)), view);
}
