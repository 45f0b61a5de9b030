/** Medians over time on the page; a click, or Enter, opens the run. */
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import { runHistoryFigure } from './figure.ts';
import type { RunHistoryRecords } from './records.ts';

interface RunHistoryProps
  extends Pick<PictureProps<RunHistoryRecords>, 'records' | 'theme' | 'source' | 'textScale' | 'strokeScale'> {
  /** Number of the run, from old to new. */
  readonly onPick: (run: number) => void;
}

/** Its cells are runs and no elements, so it keeps its highlight to itself. */
export const RunHistory = ({ onPick, ...props }: RunHistoryProps) => (
  <Picture
    {...props}
    figureOf={runHistoryFigure}
    onSelect={cell => {
      if (cell !== null) onPick(cell.column);
    }}
  />
);
