/** The signs of the page: where a number comes from, and which variant is meant. Shape first, colour second. */
import type { Source } from '../trace/span.ts';
import styles from './badges.module.css';
import { NAME_OF_SOURCE, PUBLISHED, type VariantLetter } from './records.ts';

/** Eight dashes on the circle of radius 4.75. */
const DASHES = '2.3 1.43';

const shapes: Readonly<Record<Source, React.ReactNode>> = {
  predicted: (
    <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray={DASHES} />
  ),
  emulated: (
    <>
      <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 1.25a4.75 4.75 0 0 0 0 9.5z" fill="currentColor" />
    </>
  ),
  measured: <circle cx="6" cy="6" r="5.5" fill="currentColor" />,
};

/** The glyph fills up as the evidence gets more real: dashed hollow, half, full. */
export function SourceGlyph({ source, size = 12 }: { readonly source: Source; readonly size?: number }) {
  return (
    <svg
      className={styles.glyph}
      style={{ color: `var(--${source})` }}
      width={size}
      height={size}
      viewBox="0 0 12 12"
      role="img"
      aria-label={NAME_OF_SOURCE[source]}
    >
      {shapes[source]}
    </svg>
  );
}

export function SourceBadge({ source }: { readonly source: Source }) {
  return (
    <span className={styles.badge} style={{ color: `var(--${source})` }}>
      <svg className={styles.glyph} width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {shapes[source]}
      </svg>
      {NAME_OF_SOURCE[source]}
    </span>
  );
}

/** Badge for published numbers, which have neither a source's glyph nor its colour. */
export const PublishedBadge = () => <span className={styles.badge}>{PUBLISHED}</span>;

/** A filled, B outlined, C dashed, D double. Variants have no hue: hue is for data. */
export function VariantBadge({ letter, size = 20 }: { readonly letter: VariantLetter; readonly size?: number }) {
  const scale = { width: size, height: size, fontSize: Math.max(10, size * 0.62), borderRadius: size * 0.22 };
  return (
    <span className={`${styles.variant} ${styles[`variant${letter}`]}`} style={scale}>
      {letter}
    </span>
  );
}
