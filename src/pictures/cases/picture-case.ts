/** A named picture: an entry of the gallery, a live picture on a page of its own, and a golden file at once. */
import type { Figure } from '../figure.ts';
import type { Scene } from '../scene/scene.ts';
import type { Theme } from '../theme.ts';
import type { PictureView } from '../view.ts';
import { caseView } from './builders.ts';

export interface PictureWords {
  readonly id: string;
  readonly title: string;
  /** What to see in it, in one sentence. */
  readonly blurb: string;
  /** Too many marks for a file that is kept; it is checked by its geometry only. */
  readonly large?: true;
  /** What is pinned, pointed at and played when it opens; the rest of a view is for the kept picture alone. */
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
  /** As it is kept and shown small: in its own view. */
  figure(theme: Theme): Figure;
  scene(theme: Theme): Scene;
}

export function pictureCase(spec: PictureSpec): PictureCase {
  const { view = {} } = spec;
  const figure = (theme: Theme): Figure => spec.figureIn(caseView(theme, view));
  return { ...spec, view, figure, scene: theme => figure(theme).scene };
}
