/** Layouts as grids of offsets, on the page. */
import { layoutGridFigure } from './layout-grid.figure.ts';
import type { LayoutGridRecords } from './layout-grid.records.ts';
import { Picture } from './picture.tsx';
import type { PictureProps } from './props.ts';

export const LayoutGrid = (props: PictureProps<LayoutGridRecords>) => (
  <Picture {...props} figureOf={layoutGridFigure} />
);
