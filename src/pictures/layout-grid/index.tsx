/** Layouts as grids of offsets, on the page. */

import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import { layoutGridFigure } from './figure.ts';
import type { LayoutGridRecords } from './records.ts';

export const LayoutGrid = (props: PictureProps<LayoutGridRecords>) => (
  <Picture {...props} figureOf={layoutGridFigure} />
);
