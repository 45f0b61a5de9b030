/** Tools of drawing functions. A picture makes one pen for each scene and passes it on as a whole. */

import type { Theme } from '../theme.ts';
import type { PictureView } from '../view.ts';
import type { GridFrame } from './grid-frame.ts';
import { SceneBuilder } from './scene-builder.ts';

/** Enough for the parts that all pictures share: rings, badges, flags. */
export interface Pen {
  readonly scene: SceneBuilder;
  readonly theme: Theme;
  readonly textScale: number;
}

/** Pen for scenes without a view: captions, tracks of a rail. */
export const plainPen = (theme: Theme): Pen => ({ scene: new SceneBuilder(), theme, textScale: 1 });

/** Enough for the axes of a grid of cells. */
export interface GridPen extends Pen {
  readonly frame: GridFrame;
}

/** Pen of a picture: what it draws (records), where everything lies (frame), and how it is viewed (view). */
export interface PicturePen<Frame, Records, View extends PictureView = PictureView> extends Pen {
  readonly frame: Frame;
  readonly records: Records;
  readonly view: View;
}

/** Starts an empty scene. */
export const picturePen = <Frame, Records, View extends PictureView>(
  records: Records,
  frame: Frame,
  view: View,
): PicturePen<Frame, Records, View> => ({
  scene: new SceneBuilder(view),
  theme: view.theme,
  textScale: view.textScale,
  frame,
  records,
  view,
});
