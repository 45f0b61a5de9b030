/** What a page gives to be shared: its link, and what stands on a slide. */
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

export interface SharedPage {
  /** null where the page has no picture for a slide. */
  readonly slide: SlideSource | null;
  /** null where the page has no state for a link. */
  readonly link: (() => string) | null;
}
