/** Pads that a block could have, on the page: a click, or arrows and Enter, sets one. */

import type { PadStripRecords } from '../permute/records.ts';
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import { padStripFigure } from './figure.ts';

interface PadStripProps
  extends Pick<PictureProps<PadStripRecords>, 'records' | 'theme' | 'source' | 'textScale' | 'strokeScale'> {
  /** Mode of the block, pad in elements. */
  readonly onPad: (mode: number, pad: number) => void;
}

/** Its cells are pads and no elements, so it keeps its highlight to itself. */
export const PadStrip = ({ onPad, ...props }: PadStripProps) => (
  <Picture
    {...props}
    figureOf={padStripFigure}
    onSelect={cell => {
      if (cell !== null) onPad(props.records.sweep[cell.row].mode, cell.column);
    }}
  />
);
