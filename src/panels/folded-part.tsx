/** A part of a page that is closed at first: its heading says what is in it, and opens it. */
import type { ReactNode } from 'react';
import css from './folded-part.module.css';

interface FoldedPartProps {
  readonly title: string;
  /** Beside the title: what is in it, in a few words. */
  readonly note?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export const FoldedPart = ({ title, note, className = '', children }: FoldedPartProps) => (
  <details className={`${css.part} ${className}`}>
    <summary>
      <h2>{title}</h2>
      {note && <small>{note}</small>}
    </summary>
    <div className={css.inside}>{children}</div>
  </details>
);
