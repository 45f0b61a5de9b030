/** A tile of few long rows as lines of memory, on the page. */
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import { type TileLinesRecords, tileLinesFigure } from './figure.ts';

export const TileLines = (props: PictureProps<TileLinesRecords>) => <Picture {...props} figureOf={tileLinesFigure} />;
