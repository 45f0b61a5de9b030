/** The small parts of a picture's frame. */
import { SourceBadge } from './badges.tsx';
import type { Figure } from './figure.ts';
import styles from './picture.module.css';

export const Caption = ({ figure }: { readonly figure: Figure }) => (
  <figcaption className={styles.caption}>
    <strong>{figure.title}</strong>
    <span title={figure.text}>{figure.text}</span>
    <SourceBadge source={figure.source} />
  </figcaption>
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
