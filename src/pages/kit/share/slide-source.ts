/** What a page gives to be shared: its link, and what stands on a slide. */
import type { PictureFile } from '../../../panels/kit/exports.ts';
import type { SlideFact, SlideSaid } from '../../../pictures/scene/slide-parts.ts';
import type { Theme } from '../../../pictures/theme.ts';
import type { RunRecord } from '../../../trace/run-record.ts';

export interface SlideSource {
  readonly because: string;
  /** Without times, which are asked for when a slide is made. */
  readonly facts: readonly Omit<SlideFact, 'time'>[];
  readonly said: readonly SlideSaid[];
  /** Whose times belong on the slide; absent where nothing is timed. */
  readonly timed?: TimedKernel;
  /** Drawn in a theme, which need not be the page's. */
  readonly picture: (theme: Theme) => PictureFile | Promise<PictureFile>;
}

export interface TimedKernel {
  readonly kernel: string;
  readonly params: RunRecord['params'];
  /** Variants by letter. */
  readonly variants: readonly { readonly badge: SlideFact['letter']; readonly id: string }[];
}

export interface SharedPage {
  /** null where the page has no picture for a slide. Asked once a slide is wanted, and whenever the page is drawn anew. */
  readonly slide: (() => SlideSource | Promise<SlideSource>) | null;
  /** null where the page has no state for a link. */
  readonly link: (() => string) | null;
}
