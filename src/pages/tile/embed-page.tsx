/** A page's pictures inside somebody else's page, for slides: what each source says below them, and the way to the whole page. */
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { SourceGlyph } from '../../pictures/badges.tsx';
import type { FlatSearch } from '../../state/exhibit-search.ts';
import css from './embed-page.module.css';

interface EmbedPageProps {
  /** For who cannot see it. */
  readonly title: string;
  /** Whether a wide picture comes before two narrow ones. */
  readonly isThree: boolean;
  readonly children: ReactNode;
  readonly said: Readonly<Record<'predicted' | 'emulated' | 'measured', string>>;
  /** Of the whole page. */
  readonly search: FlatSearch;
}

export const EmbedPage = ({ title, isThree, children, ...foot }: EmbedPageProps) => (
  <main className={css.page}>
    <h1 className="visually-hidden">{title}</h1>
    <div className={css.pictures} data-three={isThree || undefined}>
      {children}
    </div>
    <Foot {...foot} />
  </main>
);

const SOURCES = ['predicted', 'emulated', 'measured'] as const;

const Foot = ({ said, search }: Pick<EmbedPageProps, 'said' | 'search'>) => (
  <footer className={css.foot}>
    {SOURCES.map(source => (
      <span key={source} className={css[source]} title={said[source]}>
        <SourceGlyph source={source} /> {source === 'measured' ? said[source].split(':')[0] : said[source]}
      </span>
    ))}
    <a className={css.open} href={pageLink(search)} target="_blank" rel="noreferrer">
      Open in Lanescape <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
    </a>
  </footer>
);

function pageLink(search: FlatSearch): string {
  const text = new URLSearchParams(search).toString();
  const [page] = location.hash.split('?');
  return `${location.origin}${location.pathname}${location.search}${page}${text === '' ? '' : `?${text}`}`;
}
