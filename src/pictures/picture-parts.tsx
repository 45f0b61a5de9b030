/** The small parts of a picture's frame. */
import { PublishedBadge, SourceBadge } from './badges.tsx';
import type { Figure, HandleName } from './figure.ts';
import type { HandleUses } from './gestures/use-handles.ts';
import styles from './picture.module.css';

interface CaptionProps {
  readonly figure: Figure;
  readonly hints: readonly string[];
}

export const Caption = ({ figure, hints }: CaptionProps) => (
  <figcaption className={`caption ${styles.caption}`} title={[figure.text, figure.detail, ...hints].join('\n')}>
    <strong>{figure.title}</strong>
    <span className={styles.text}>
      <span>{figure.text}</span>
    </span>
    {figure.differing !== '' && (
      <span className={styles.differing}>
        <DifferenceFlag />
        {figure.differing}
      </span>
    )}
    {figure.source === null ? <PublishedBadge /> : <SourceBadge source={figure.source} />}
  </figcaption>
);

/** The corner of a cell that is not where it should be. */
const DifferenceFlag = () => (
  <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
    <path d="M1 1H7V7Z" fill="currentColor" />
  </svg>
);

interface GripsProps {
  readonly figure: Figure;
  readonly uses: HandleUses;
  readonly grip: HandleName | null;
}

/** Grips are visible under the pointer; the edge of a tile always, since nothing else hints that it can be dragged. */
export const Grips = ({ figure, uses, grip }: GripsProps) =>
  figure.handles
    .filter(({ name }) => uses[name] !== undefined && (name === 'pad' || (name === grip && name !== 'base')))
    .map(({ name, box }) => (
      <span
        key={name}
        className={styles.grip}
        data-name={name}
        data-held={name === grip || undefined}
        style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      />
    ));

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

/** Says what the keyboard's cursor is on. */
export const Announcement = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <p id={id} className="visually-hidden" aria-live="polite">
    {text}
  </p>
);
