/** Props of the picture components: one vocabulary for all of them. */
import type { Cell } from '../model/layout/tile-layout.ts';
import type { Source } from '../trace/span.ts';
import type { HandleUses } from './gestures/use-handles.ts';
import type { Theme } from './theme.ts';
import type { Highlight, SharedScale, TileAbove } from './view.ts';

export interface PictureProps<Records> {
  readonly records: Records;
  readonly theme: Theme;
  readonly source: Source;
  /** Greatest rows and columns of all variants on the page; null when the picture stands alone. */
  readonly scale?: SharedScale | null;
  readonly tileAbove?: TileAbove | null;
  readonly standsAlone?: boolean;
  /** Most that the cells may take, in CSS pixels. */
  readonly maxHeight?: number;
  /** Factors on the text of axes and on outlines. */
  readonly textScale?: number;
  readonly strokeScale?: number;
  readonly highlight?: Highlight;
  readonly selection?: Cell | null;
  readonly playhead?: number;
  /** Whether the lens also shows what is pointed at in another picture: the same element of another variant. */
  readonly hasTwins?: boolean;
  readonly onHover?: (highlight: Highlight) => void;
  readonly onSelect?: (cell: Cell | null) => void;
  /** Handles of the picture that can be dragged, and what each of them changes. */
  readonly handles?: HandleUses;
}

/** Props of the parts that are not addressed by cells: legends, badges, rail charts. */
export interface ThemedProps {
  readonly theme: Theme;
}
