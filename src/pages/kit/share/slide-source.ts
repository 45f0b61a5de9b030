/** What a page gives for a slide. */
import type { PictureFile } from '../../../panels/kit/exports.ts';
import type { Theme } from '../../../pictures/theme.ts';

export interface SlideSource {
  readonly because: string;
  readonly verdicts: readonly string[];
  /** Where the numbers come from: 'predicted and emulated'. */
  readonly source: string;
  /** Drawn in a theme, which need not be the page's. */
  readonly picture: (theme: Theme) => PictureFile | Promise<PictureFile>;
}
