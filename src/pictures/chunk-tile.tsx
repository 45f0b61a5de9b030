/** A tile before or after a pattern, on the page. */
import { chunkTileFigure } from './chunk-tile.figure.ts';
import { Picture } from './picture.tsx';
import type { PictureProps } from './props.ts';
import type { ChunkTileRecords } from './swizzle-records.ts';

export const ChunkTile = (props: PictureProps<ChunkTileRecords>) => <Picture {...props} figureOf={chunkTileFigure} />;
