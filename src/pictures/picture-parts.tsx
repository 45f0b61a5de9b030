/** The small parts of a picture's frame. */
import { SourceBadge } from './badges.tsx';
import type { Figure } from './figure.ts';
import styles from './picture.module.css';

export const Caption = ({ figure }: { readonly figure: Figure }) => (
  <figcaption className={styles.caption} title={figure.detail}>
    <strong>{figure.title}</strong>
    <span className={styles.text}>{figure.text}</span>
    {figure.differing !== '' && (
      <span className={styles.differing}>
        <DifferenceFlag />
        {figure.differing}
      </span>
    )}
    <SourceBadge source={figure.source} />
  </figcaption>
);

/** The corner of a cell that is not where it should be. */
const DifferenceFlag = () => (
  <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
    <path d="M1 1H7V7Z" fill="currentColor" />
  </svg>
);

interface TableButtonProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export const TableButton = ({ title, isOpen, onToggle }: TableButtonProps) => (
  <button
    type="button"
    className={styles.tableButton}
    aria-expanded={isOpen}
    aria-label={`Read ${title} as table`}
    onClick={onToggle}
  >
    Table
  </button>
);
