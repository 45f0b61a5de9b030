/** The card beside the mark under the pointer: its name, and its formula with the numbers filled in. */

import styles from './lens-card.module.css';
import { longestPx } from './scene/text-metrics.ts';
import type { Mark } from './view.ts';

const TEXT_PX = 11;
const PADDING_PX = 22;
const AWAY_PX = 12;
const LINE_PX = 15;

interface LensCardProps {
  readonly mark: Mark;
  readonly width: number;
  readonly height: number;
  /** Factor on text, at least the page's: the card must not be larger than its computed size. */
  readonly textScale: number;
}

export function LensCard({ mark, width, height, textScale }: LensCardProps) {
  const { title, lines } = mark.lens;
  return (
    <div className={styles.lens} style={lensPlace(mark, width, height, textScale)} aria-hidden="true">
      <strong>{title}</strong>
      {lines.map(line => (
        <code key={line}>{line}</code>
      ))}
    </div>
  );
}

/** Right of the mark where there is room, else left of it; never over the picture's lower edge. */
function lensPlace({ box, lens }: Mark, width: number, height: number, textScale: number) {
  const wide = longestPx([lens.title, ...lens.lines], TEXT_PX * textScale, 'mono') + PADDING_PX;
  const high = (lens.lines.length + 1) * LINE_PX * textScale + 16;
  const right = box.x + box.width + AWAY_PX;
  const left = box.x - AWAY_PX - wide;
  const top = Math.min(box.y, height - high);
  return {
    left: right + wide <= width || left < 0 ? Math.max(0, Math.min(right, width - wide)) : left,
    top: Math.max(0, top),
  };
}
