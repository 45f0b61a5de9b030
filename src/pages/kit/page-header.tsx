/** A page's part of the header: where it is, and what can be done with it. */
import type { ReactNode } from 'react';
import { HeaderSlot } from '../../panels/header-slot.tsx';
import { CopyButton } from '../../panels/kit/copying.tsx';
import css from './page-header.module.css';
import { ShareButton } from './share/share-button.tsx';
import type { SharedPage } from './share/slide-source.ts';

interface PageHeaderProps {
  /** The section that the page belongs to, and its own name there; none where the page is the section. */
  readonly place?: readonly [section: ReactNode, name: string];
  /** Shown before the link. */
  readonly first?: ReactNode;
  /** Link to what is on screen; null if the page has no state for a link. */
  readonly link?: (() => string) | null;
  /** The page's part of a slide, if the page has pictures. */
  readonly slide?: SharedPage['slide'];
  /** Shown after the link: exports, drawers. */
  readonly children?: ReactNode;
}

export const PageHeader = ({ place, first, link = () => location.href, slide, children }: PageHeaderProps) => (
  <HeaderSlot>
    {place && (
      <p className={`row muted ${css.place}`}>
        <span>{place[0]}</span> <strong className="ellipsis">{place[1]}</strong>
      </p>
    )}
    <div className={`row rigid at-end ${css.actions}`}>
      {first}
      {link && <CopyButton link={link} />}
      <ShareButton slide={slide ?? null} link={link} />
      {children}
    </div>
  </HeaderSlot>
);
