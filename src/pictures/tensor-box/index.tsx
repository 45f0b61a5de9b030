/** A box in its tensor on the page: the box can be dragged, or moved by keys. */
import type { ReactNode } from 'react';
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { PictureView } from '../view.ts';
import { BoxMover } from './draggable-box.tsx';
import { tensorBoxFigure } from './figure.ts';
import type { TensorBoxRecords } from './records.ts';

interface TensorBoxProps extends PictureProps<TensorBoxRecords> {
  /** Coordinates that are asked for: whole chunks along dimension 0. */
  readonly onStart: (start: readonly number[]) => void;
  /** Further controls that lie over the picture. */
  readonly controls?: (view: PictureView) => ReactNode;
}

export const TensorBox = ({ onStart, controls, ...props }: TensorBoxProps) => (
  <Picture
    {...props}
    figureOf={tensorBoxFigure}
    controls={view => (
      <>
        <BoxMover records={props.records} view={view} onStart={onStart} />
        {controls?.(view)}
      </>
    )}
  />
);
