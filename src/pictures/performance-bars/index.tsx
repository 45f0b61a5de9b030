/** Shares of what a GPU can do at most, on the page. */

import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import { performanceBarsFigure } from './figure.ts';
import type { PerformanceBarsRecords } from './records.ts';

interface PerformanceBarsProps
  extends Pick<PictureProps<PerformanceBarsRecords>, 'records' | 'theme' | 'source' | 'textScale' | 'strokeScale'> {
  /** Number of the row among all groups'. */
  readonly onPick?: (row: number) => void;
}

/** Its cells are rows and no elements, so it keeps its highlight to itself. */
export const PerformanceBars = ({ onPick, ...props }: PerformanceBarsProps) => (
  <Picture
    {...props}
    figureOf={performanceBarsFigure}
    onSelect={cell => {
      if (cell !== null) onPick?.(cell.row);
    }}
  />
);
