/** How a version's stages are swizzled, in a line, with the way to the page that takes the pattern apart. */
import css from '../../panels/variant-columns.module.css';
import type { GemmBuild } from './build.ts';
import { type GemmVersion, takesMaps } from './versions.ts';

/** Swizzle on bytes: chunk c of row r lies at c ^ (r & 7), with rows of 128 bytes. */
const WRITTEN = '3.4.3';
/** The same with row & 6 instead. */
const MISREAD = '2.5.3';

const notation = (swizzle: string): string => `Swizzle<${swizzle.replaceAll('.', ',')}>`;

export const SwizzleLine = ({ build }: { readonly build: GemmBuild }) => (
  <p className={css.note}>
    Stages lie by <code>{notation(WRITTEN)}</code> on bytes, {writer(build.version)}
    {build.version === 'wrong-swizzle' && (
      <>
        ; threads read them by <code>{notation(MISREAD)}</code>
      </>
    )}
    . <a href={swizzlePage(build)}>Its tile of A in Swizzle</a>
  </p>
);

const writer = (version: GemmVersion): string =>
  takesMaps(version) ? 'the copy engine’s 128B mode' : 'which threads do by hand';

/** A's tile of a stage; where it is misread, the pattern of the reads beside that of the copies. */
function swizzlePage({ version, tileM }: GemmBuild): string {
  const search = new URLSearchParams({ rows: `${tileM}`, swz: WRITTEN });
  if (version === 'wrong-swizzle') {
    search.set('swz', MISREAD);
    search.set('vs', WRITTEN);
  }
  if (!takesMaps(version)) search.set('run', 'cp-async-xor');
  return `#/swizzle?${search}`;
}
