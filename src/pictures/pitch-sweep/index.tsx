/** Wavefronts by pitch, for the rail: hover names a pitch, a click picks it. */
import { type PointerEvent, useMemo, useState } from 'react';
import type { Source } from '../../trace/span.ts';
import { SourceGlyph } from '../badges.tsx';
import { useWidth } from '../gestures/use-width.ts';
import type { ThemedProps } from '../props.ts';
import type { PitchSweepRecords } from '../records.ts';
import { SceneCanvas } from '../scene/scene-canvas.tsx';
import { TableHead } from '../table-head.tsx';
import { sweepHit, sweepScene } from './draw.ts';
import styles from './pitch-sweep.module.css';

type SweepPoint = PitchSweepRecords['points'][number];

interface PitchSweepProps extends ThemedProps {
  readonly records: PitchSweepRecords;
  readonly source: Source;
  readonly onPick?: (pitch: number) => void;
}

export function PitchSweep({ records, theme, source, onPick }: PitchSweepProps) {
  const [ref, widthPx] = useWidth();
  const [hovered, setHovered] = useState<SweepPoint | null>(null);
  const drawnPx = Math.max(1, widthPx);
  const scene = useMemo(() => sweepScene(records, theme, drawnPx), [records, theme, drawnPx]);
  const under = (event: React.MouseEvent): SweepPoint | null => pointAt(records, widthPx, event);
  return (
    <div>
      {/* The pitch is a parameter with a control of its own: this is the shortcut for the pointer. */}
      <div
        ref={ref}
        className={styles.bars}
        data-pickable={onPick !== undefined || undefined}
        aria-hidden
        onPointerMove={(event: PointerEvent) => setHovered(under(event))}
        onPointerLeave={() => setHovered(null)}
        onPointerUp={event => pick(under(event), onPick)}
      >
        {widthPx > 0 && <SceneCanvas scene={scene} />}
      </div>
      <BarsTable {...records} />
      <Foot text={footText(records, hovered)} source={source} />
    </div>
  );
}

const Foot = ({ text, source }: { readonly text: string; readonly source: Source }) => (
  <p className={`row spread caption ${styles.foot}`}>
    <span>{text}</span>
    <SourceGlyph source={source} />
  </p>
);

/** The bars as readers hear them. */
const BarsTable = ({ points, unit, variants }: PitchSweepRecords) => (
  <table className="visually-hidden">
    <caption>Wavefronts by pitch</caption>
    <TableHead names={[`pitch, ${unit}`, 'wavefronts', 'variants']} />
    <tbody>
      {points.map(({ pitch, wavefronts }) => (
        <tr key={pitch}>
          <th scope="row">{pitch}</th>
          <td>{wavefronts}</td>
          <td>{variants.filter(variant => variant.pitch === pitch).map(({ letter }) => letter)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function pointAt(records: PitchSweepRecords, widthPx: number, event: React.MouseEvent): SweepPoint | null {
  const index = sweepHit(records, widthPx, event.clientX - event.currentTarget.getBoundingClientRect().left);
  return index === null ? null : records.points[index];
}

function pick(point: SweepPoint | null, onPick: PitchSweepProps['onPick']): void {
  if (point !== null) onPick?.(point.pitch);
}

/** The bar under the pointer, else the range of all. */
function footText({ points, unit }: PitchSweepRecords, point: SweepPoint | null): string {
  if (point !== null) return `${point.pitch} ${unit}: ${point.wavefronts} wavefronts`;
  if (points.length === 0) return 'no pitches';
  return `${points[0].pitch} → ${points[points.length - 1].pitch} ${unit}, log scale`;
}
