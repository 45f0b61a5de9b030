/** Names, and what is said of each beside it. */
import type { ReactNode } from 'react';
import css from './fact-list.module.css';

interface Fact {
  readonly name: string;
  /** Replaces the plain name. */
  readonly label?: ReactNode;
  readonly value: ReactNode;
  /** It is what the reader looks at elsewhere. */
  readonly isLit?: boolean;
}

interface FactListProps {
  readonly facts: readonly Fact[];
  /** `columns`: values in a column of their own; `ruled`: the same, a line above each; `ends`: short values at the end of the line. */
  readonly look?: 'columns' | 'ruled' | 'ends';
  readonly className?: string;
}

export const FactList = ({ facts, look = 'columns', className = '' }: FactListProps) => (
  <dl className={`${css.facts} ${css[look]} ${className}`}>
    {facts.map(({ name, label = name, value, isLit = false }) => (
      <div key={name} data-lit={isLit || undefined}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
