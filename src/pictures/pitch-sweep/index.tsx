/** Wavefronts by pitch, for the rail: hover or the arrow keys name a pitch, a click or Enter picks it. */
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
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
  readonly onPick: (pitch: number) => void;
}

export function PitchSweep({ records, theme, source, onPick }: PitchSweepProps) {
  const [ref, widthPx] = useWidth();
  const { points, unit, variants } = records;
  const [pointed, setPointed] = useState<number | null>(null);
  const drawnPx = Math.max(1, widthPx);
  const scene = useMemo(() => sweepScene(records, theme, drawnPx, pointed), [records, theme, drawnPx, pointed]);
  const first = Math.max(
    0,
    points.findIndex(({ pitch }) => pitch === variants[0]?.pitch),
  );
  const now: SweepPoint | undefined = points[pointed ?? first];
  const pick = (index: number | null): void => {
    if (index !== null) onPick(points[index].pitch);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') pick(pointed ?? first);
    else if (event.key in MOVES) setPointed(moved(pointed ?? first, MOVES[event.key], points.length));
    else return;
    event.preventDefault();
  };
  return (
    <div>
      <div
        ref={ref}
        className={styles.bars}
        role="slider"
        tabIndex={0}
        aria-label={`Wavefronts by pitch, in ${unit}. Enter takes the pitch.`}
        aria-valuemin={points[0]?.pitch}
        aria-valuemax={points.at(-1)?.pitch}
        aria-valuenow={now?.pitch}
        aria-valuetext={now && pointText(records, now)}
        data-own-moves
        onKeyDown={onKeyDown}
        onBlur={() => setPointed(null)}
        onPointerMove={(event: PointerEvent) => setPointed(indexAt(records, widthPx, event))}
        onPointerLeave={() => setPointed(null)}
        onPointerUp={event => pick(indexAt(records, widthPx, event))}
      >
        {widthPx > 0 && <SceneCanvas scene={scene} />}
      </div>
      <BarsTable {...records} />
      <Foot text={footText(records, pointed === null ? null : points[pointed])} source={source} />
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

/** How far a key moves. */
const MOVES: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

const moved = (index: number, by: number, count: number): number => Math.min(count - 1, Math.max(0, index + by));

const indexAt = (records: PitchSweepRecords, widthPx: number, event: React.MouseEvent): number | null =>
  sweepHit(records, widthPx, event.clientX - event.currentTarget.getBoundingClientRect().left);

const pointText = ({ unit }: PitchSweepRecords, { pitch, wavefronts }: SweepPoint): string =>
  `${pitch} ${unit}: ${wavefronts} ${wavefronts === 1 ? 'wavefront' : 'wavefronts'}`;

/** The bar that is pointed at, else the range of all. */
function footText(records: PitchSweepRecords, point: SweepPoint | null): string {
  const { points, unit } = records;
  if (point !== null) return pointText(records, point);
  if (points.length === 0) return 'no pitches';
  return `${points[0].pitch} → ${points[points.length - 1].pitch} ${unit}, log scale`;
}
