/** Rows × columns of a tile in the colours of their banks, on the page. */
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { TileGridRecords } from '../records.ts';
import { tileGridFigure } from './figure.ts';

export const TileGrid = (props: PictureProps<TileGridRecords>) => <Picture {...props} figureOf={tileGridFigure} />;
