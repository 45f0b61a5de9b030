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
  const { points, unit } = records;
  const under = (event: React.MouseEvent): number | null => {
    const left = event.currentTarget.getBoundingClientRect().left;
    return sweepHit(records, widthPx, event.clientX - left);
  };
  const range = points.length === 0 ? 'no pitches' : `${points[0].pitch} → ${points[points.length - 1].pitch} ${unit}`;
  const point = hovered === null ? undefined : points[hovered];
  const said = point === undefined ? `${range}, log scale` : `${point.pitch} ${unit}: ${point.wavefronts} wavefronts`;
  const words = points.map(p => `${p.pitch}: ${p.wavefronts}`).join(', ');
  return (
    <div className={styles.sweep}>
      {/* The pitch is a parameter with a control of its own: this is the shortcut for the pointer. */}
      <div
        ref={ref}
        className={onPick === undefined ? styles.bars : styles.pickable}
        role="img"
        aria-label={`Wavefronts by pitch in ${unit}. ${words}`}
        onPointerMove={(event: PointerEvent) => setHovered(under(event))}
        onPointerLeave={() => setHovered(null)}
        onPointerUp={event => {
          const index = under(event);
          if (index !== null) onPick?.(points[index].pitch);
        }}
      >
        {widthPx > 0 && <SceneCanvas scene={scene} />}
      </div>
      <p className={styles.foot}>
        <span>{said}</span>
        <SourceGlyph source={source} />
      </p>
    </div>
  );
}
