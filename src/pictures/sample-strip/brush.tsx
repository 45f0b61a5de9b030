/** Chooses a range of a sample strip's axis: a drag along it, or a slider at each end. Escape takes it back. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { timeText } from '../../base/numerals.ts';
import type { PictureView } from '../view.ts';
import { type SampleStripFrame, sampleStripFrame, timeOfX, xOfTime } from './frame.ts';
import type { SampleStripRecords, TimeRange } from './records.ts';
import css from './sample-strip.module.css';

interface BrushProps {
  readonly records: SampleStripRecords;
  readonly view: PictureView;
  readonly onRange: (range: TimeRange | null) => void;
}

/** Share of the axis for one press of an arrow; ten times as much with Shift. */
const KEY_SHARE = 0.01;
/** A shorter drag is a click, and takes the range back. */
const LEAST_PX = 3;

export function SampleBrush({ records, view, onRange }: BrushProps) {
  const frame = sampleStripFrame(records, view);
  const { fromNs, toNs } = frame.axis;
  const range = records.range ?? { fromNs, toNs };
  const drag = useBrushDrag(frame, onRange);
  return (
    <>
      <div className={css.brush} style={{ top: frame.bottom }} title="Drag for the median of a range" {...drag} />
      <BrushEnd
        label="Range from"
        frame={frame}
        ns={range.fromNs}
        onRange={onRange}
        rangeTo={ns => ordered(ns, range.toNs)}
      />
      <BrushEnd
        label="Range to"
        frame={frame}
        ns={range.toNs}
        onRange={onRange}
        rangeTo={ns => ordered(range.fromNs, ns)}
      />
    </>
  );
}

const ordered = (a: number, b: number): TimeRange => ({ fromNs: Math.min(a, b), toNs: Math.max(a, b) });

function useBrushDrag(frame: SampleStripFrame, onRange: BrushProps['onRange']) {
  const pressed = useRef<number | null>(null);
  const xOf = (event: PointerEvent): number => event.clientX - event.currentTarget.getBoundingClientRect().left;
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      pressed.current = xOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      event.stopPropagation();
      if (pressed.current === null) return;
      const x = xOf(event);
      const isClick = Math.abs(x - pressed.current) < LEAST_PX;
      onRange(isClick ? null : ordered(...inAxis(frame, pressed.current, x)));
    },
    onPointerUp(event: PointerEvent) {
      if (pressed.current !== null && Math.abs(xOf(event) - pressed.current) < LEAST_PX) onRange(null);
      pressed.current = null;
    },
    onPointerCancel() {
      pressed.current = null;
    },
  };
}

const inAxis = (frame: SampleStripFrame, ...xs: [number, number]): [number, number] => {
  const { fromNs, toNs } = frame.axis;
  return xs.map(x => Math.min(toNs, Math.max(fromNs, timeOfX(frame, x)))) as [number, number];
};

interface BrushEndProps {
  readonly label: string;
  readonly frame: SampleStripFrame;
  readonly ns: number;
  readonly rangeTo: (ns: number) => TimeRange;
  readonly onRange: BrushProps['onRange'];
}

function BrushEnd({ label, frame, ns, rangeTo, onRange }: BrushEndProps) {
  const { fromNs, toNs } = frame.axis;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onRange(null);
    const steps = STEPS[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const share = steps * KEY_SHARE * (event.shiftKey ? 10 : 1);
    onRange(rangeTo(Math.min(toNs, Math.max(fromNs, ns + share * (toNs - fromNs)))));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={css.end}
      style={{ left: xOfTime(frame, ns), top: frame.bottom }}
      aria-label={label}
      aria-valuenow={ns}
      {...{ 'aria-valuemin': fromNs, 'aria-valuemax': toNs, 'aria-valuetext': timeText(ns, 4) }}
      onKeyDown={onKeyDown}
    />
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
