/** A page's pictures inside somebody else's page, for slides: what each source says below them, and the way to the whole page. */
import type { ReactNode } from 'react';
import { EmbedFoot } from '../../../panels/embed-foot.tsx';
import type { FlatSearch } from '../../../state/link-codec.ts';
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

export const EmbedPage = ({ title, isThree, children, said, search }: EmbedPageProps) => (
  <main className={css.page}>
    <h1 className="visually-hidden">{title}</h1>
    <div className={css.pictures} data-three={isThree || undefined}>
      {children}
    </div>
    <EmbedFoot said={{ ...said, measured: said.measured.split(':')[0] }} titles={said} link={pageLink(search)} />
  </main>
);

function pageLink(search: FlatSearch): string {
  const text = new URLSearchParams(search).toString();
  const [page] = location.hash.split('?');
  return `${location.origin}${location.pathname}${location.search}${page}${text === '' ? '' : `?${text}`}`;
}
