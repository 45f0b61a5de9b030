/** A named picture: an entry of the gallery, a live picture on a page of its own, and a golden file at once. */
import type { Figure } from '../figure.ts';
import type { Scene } from '../scene/scene.ts';
import type { Theme } from '../theme.ts';
import type { PictureView } from '../view.ts';
import { caseView } from './builders.ts';

export interface PictureWords {
  readonly id: string;
  readonly title: string;
  /** One sentence that says what to see in it. */
  readonly blurb: string;
  /** Too many marks for a file that is kept; it is checked by its geometry only. */
  readonly large?: true;
  /** Pin, highlight and playhead with which it opens; the rest of a view is only for the kept picture. */
  readonly view?: Partial<PictureView>;
}

interface PictureSpec extends PictureWords {
  /** Its colours are no banks and no degrees: their legends would be of no use. */
  readonly unbanked?: true;
  /** The picture in any view. */
  figureIn(view: PictureView): Figure;
}

export interface PictureCase extends PictureSpec {
  readonly view: Partial<PictureView>;
  /** The figure in the case's own view, as it is kept and shown small. */
  figure(theme: Theme): Figure;
  scene(theme: Theme): Scene;
}

export function pictureCase(spec: PictureSpec): PictureCase {
  const { view = {} } = spec;
  const figure = (theme: Theme): Figure => spec.figureIn(caseView(theme, view));
  return { ...spec, view, figure, scene: theme => figure(theme).scene };
}
