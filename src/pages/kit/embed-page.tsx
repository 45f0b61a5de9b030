/**
 * A page's pictures inside a page of another site, for slides: the words of each source below them, and a link to the
 * whole page.
 */
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { SourceGlyph } from '../../pictures/badges.tsx';
import type { FlatSearch } from '../../state/link-codec.ts';
import { type PicturesSaid, usePicturesSaid } from '../../state/pictures-said.ts';
import css from './embed-page.module.css';

const SOURCES = ['predicted', 'emulated', 'measured'] as const;

interface EmbedPageProps {
  /** Title for users who cannot see it. */
  readonly title: string;
  /** How many pictures stand side by side; of three, the first is the wide one. */
  readonly columns: 1 | 2 | 3;
  readonly children: ReactNode;
  /** Words of each source. For measured ones, words up to a colon are visible, and all of them are in a title. */
  readonly said: Readonly<Record<(typeof SOURCES)[number], string>>;
  /** Buttons for the pictures. */
  readonly actions?: ReactNode;
  /** Counts of each variant for the page around; null while some are still coming. Default: none. */
  readonly variants?: PicturesSaid['variants'] | null;
  /** Search fields of the whole page. */
  readonly search: FlatSearch;
}

export function EmbedPage({ title, columns, children, said, actions, variants = [], search }: EmbedPageProps) {
  useSaid(variants && { said, variants }, search);
  return (
    <main className={css.page}>
      <h1 className="visually-hidden">{title}</h1>
      <div className={css.pictures} data-columns={columns}>
        {children}
      </div>
      <footer className={`row wrap ${css.foot}`}>
        {actions}
        {SOURCES.map(source => (
          <span key={source} className="row" title={said[source]} style={{ color: `var(--${source})` }}>
            <SourceGlyph source={source} /> {source === 'measured' ? said[source].split(':')[0] : said[source]}
          </span>
        ))}
        <a href={pageLink(search)} className="onward at-end" target="_blank" rel="noreferrer">
          Open in Lanescape <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
        </a>
      </footer>
    </main>
  );
}

/** Says it again for each new link, also where the pictures say the same. */
function useSaid(now: PicturesSaid | null, search: FlatSearch): void {
  const text = JSON.stringify({ now, search });
  useEffect(() => usePicturesSaid.setState({ now: JSON.parse(text).now }), [text]);
}

function pageLink(search: FlatSearch): string {
  const text = new URLSearchParams(search).toString();
  const [page] = location.hash.split('?');
  return `${location.origin}${location.pathname}${location.search}${page}${text === '' ? '' : `?${text}`}`;
}
