/** Below pictures inside somebody else's page: a line per source, and the way to the whole page. */
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { SourceGlyph } from '../pictures/badges.tsx';
import css from './embed-foot.module.css';

interface EmbedFootProps {
  /** What each source says; a title has it in full where it is long. */
  readonly said: Readonly<Record<'predicted' | 'emulated' | 'measured', string>>;
  readonly titles?: Partial<EmbedFootProps['said']>;
  /** Of the whole page. */
  readonly link: string;
  /** What can be done with the pictures. */
  readonly children?: ReactNode;
}

const SOURCES = ['predicted', 'emulated', 'measured'] as const;

export const EmbedFoot = ({ said, titles, link, children }: EmbedFootProps) => (
  <footer className={`row wrap ${css.foot}`}>
    {children}
    {SOURCES.map(source => (
      <span key={source} title={titles?.[source]} style={{ color: `var(--${source})` }}>
        <SourceGlyph source={source} /> {said[source]}
      </span>
    ))}
    <a href={link} target="_blank" rel="noreferrer">
      Open in Lanescape <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
    </a>
  </footer>
);
