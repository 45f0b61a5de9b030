/** A named picture: an entry of the gallery and a golden file at once. */
import type { Figure } from '../figure.ts';
import type { Scene } from '../scene.ts';
import type { Theme } from '../theme.ts';

export interface PictureCase {
  readonly id: string;
  readonly title: string;
  /** What to see in it, in one sentence. */
  readonly blurb: string;
  /** Too many marks for a file that is kept; it is checked by its geometry only. */
  readonly large?: true;
  figure(theme: Theme): Figure;
  scene(theme: Theme): Scene;
}

export const pictureCase = (spec: Omit<PictureCase, 'scene'>): PictureCase => ({
  ...spec,
  scene: theme => spec.figure(theme).scene,
});
