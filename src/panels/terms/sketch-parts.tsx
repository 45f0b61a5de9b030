/** What the small pictures of terms share: frame, text, sizes. */
import type { ReactNode } from 'react';
import css from './terms.module.css';

export const WIDTH_PX = 400;
/** Room for the name of a row. */
export const NAME_PX = 78;
/** Width of a bank's column. */
export const CELL_PX = 10;

interface SketchFrameProps {
  readonly height: number;
  /** What is drawn, for those who see it and those who hear it. */
  readonly words: string;
  readonly children: ReactNode;
}

export const SketchFrame = ({ height, words, children }: SketchFrameProps) => (
  <span className={css.sketch}>
    <svg viewBox={`0 0 ${WIDTH_PX} ${height}`} aria-hidden>
      {children}
    </svg>
    <span className="caption">{words}</span>
  </span>
);

interface SketchTextProps {
  readonly x: number;
  readonly y: number;
  readonly fill: string;
  readonly end?: boolean;
  readonly middle?: boolean;
  readonly children: ReactNode;
}

export const SketchText = ({ x, y, fill, end = false, middle = false, children }: SketchTextProps) => (
  <text x={x} y={y} fill={fill} fontSize={10} textAnchor={end ? 'end' : middle ? 'middle' : 'start'}>
    {children}
  </text>
);
