/** Wavefronts by pitch, for the rail: hover names a pitch, a click picks it. */
import { type PointerEvent, useMemo, useState } from 'react';
import type { Source } from '../trace/span.ts';
import { SourceGlyph } from './badges.tsx';
import { sweepHit, sweepScene } from './pitch-sweep.geometry.ts';
import styles from './pitch-sweep.module.css';
import type { ThemedProps } from './props.ts';
import type { PitchSweepRecords } from './records.ts';
import { SceneCanvas } from './scene-canvas.tsx';
import { useWidth } from './use-width.ts';

interface PitchSweepProps extends ThemedProps {
  readonly records: PitchSweepRecords;
  readonly source: Source;
  readonly onPick?: (pitch: number) => void;
}

export function PitchSweep({ records, theme, source, onPick }: PitchSweepProps) {
  const [ref, widthPx] = useWidth();
  const [hovered, setHovered] = useState<number | null>(null);
  const scene = useMemo(() => sweepScene(records, theme, Math.max(1, widthPx)), [records, theme, widthPx]);
  const under = (event: React.MouseEvent): number | null =>
    sweepHit(records, widthPx, event.clientX - event.currentTarget.getBoundingClientRect().left);
  const pick = (index: number | null): void => {
    if (index !== null) onPick?.(records.points[index].pitch);
  };
  return (
    <div className={styles.sweep}>
      {/* The pitch is a parameter with a control of its own: this is the shortcut for the pointer. */}
      <div
        ref={ref}
        className={onPick === undefined ? styles.bars : styles.pickable}
        role="img"
        aria-label={barsText(records)}
        onPointerMove={(event: PointerEvent) => setHovered(under(event))}
        onPointerLeave={() => setHovered(null)}
        onPointerUp={event => pick(under(event))}
      >
        {widthPx > 0 && <SceneCanvas scene={scene} />}
      </div>
      <Foot text={footText(records, hovered)} source={source} />
    </div>
  );
}

const Foot = ({ text, source }: { readonly text: string; readonly source: Source }) => (
  <p className={styles.foot}>
    <span>{text}</span>
    <SourceGlyph source={source} />
  </p>
);

const barsText = ({ points, unit }: PitchSweepRecords): string =>
  `Wavefronts by pitch in ${unit}. ${points.map(p => `${p.pitch}: ${p.wavefronts}`).join(', ')}`;

/** The bar under the pointer, else the range of all. */
function footText({ points, unit }: PitchSweepRecords, hovered: number | null): string {
  const point = hovered === null ? undefined : points[hovered];
  if (point !== undefined) return `${point.pitch} ${unit}: ${point.wavefronts} wavefronts`;
  if (points.length === 0) return 'no pitches';
  return `${points[0].pitch} → ${points[points.length - 1].pitch} ${unit}, log scale`;
}
