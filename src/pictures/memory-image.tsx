/** Shared memory as a block lies in it, on the page. */
import { memoryImageFigure } from './memory-image.figure.ts';
import type { MemoryImageRecords } from './permute-records.ts';
import { Picture } from './picture.tsx';
import type { PictureProps } from './props.ts';

export const MemoryImage = (props: PictureProps<MemoryImageRecords>) => (
  <Picture {...props} figureOf={memoryImageFigure} />
);
