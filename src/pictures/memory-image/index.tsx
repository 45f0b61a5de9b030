/** Shared memory as a block lies in it, on the page. */

import type { MemoryImageRecords } from '../permute/records.ts';
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import { memoryImageFigure } from './figure.ts';

export const MemoryImage = (props: PictureProps<MemoryImageRecords>) => (
  <Picture {...props} figureOf={memoryImageFigure} />
);
