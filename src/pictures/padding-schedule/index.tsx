/** The padding schedule on the page: the ruler of a mode is a slider of its pad, dragged or moved with the arrow keys. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { bankStepElements, residueElements } from '../../model/permute/strides.ts';
import { useSidewaysDrag } from '../gestures/use-sideways-drag.ts';
import type { PaddingScheduleRecords, PermutedBlock } from '../permute/records.ts';
import { Picture } from '../picture.tsx';
import styles from '../picture-controls.module.css';
import type { PictureProps } from '../props.ts';
import type { VariantLetter } from '../records.ts';
import type { Box, PictureView } from '../view.ts';
import { unitOf } from './column-heads.ts';
import { padAfterDrag, paddingScheduleFigure } from './figure.ts';
import { type PaddingScheduleFrame, paddingScheduleFrame, rulerBox } from './frame.ts';
import { type Schedule, type ScheduleCell, scheduleOf } from './rows.ts';

/** A mode's pad that is asked for [elements]; 0 or more. */
export type PadChange = (mode: number, pad: number, letter: VariantLetter) => void;

interface PaddingScheduleProps extends PictureProps<PaddingScheduleRecords> {
  readonly onPad?: PadChange;
}

export function PaddingSchedule({ onPad, ...props }: PaddingScheduleProps) {
  const controls = (view: PictureView) =>
    onPad === undefined ? null : <PadSliders records={props.records} view={view} onPad={onPad} />;
  return <Picture {...props} figureOf={paddingScheduleFigure} controls={controls} />;
}

interface PadSlidersProps {
  readonly records: PaddingScheduleRecords;
  readonly view: PictureView;
  readonly onPad: PadChange;
}

/** Sliders of pads, for layouts that are given by strides only. */
function PadSliders({ records, view, onPad }: PadSlidersProps) {
  const schedule = scheduleOf(records);
  const frame = paddingScheduleFrame(records, schedule.rows, view);
  return schedule.rows.flatMap(({ name }, row) =>
    records.variants.map((block, variant) =>
      schedule.placedBy[variant] === 'strides' ? (
        <PadSlider key={`${block.letter} ${name}`} {...{ schedule, frame, row, variant, block, onPad }} />
      ) : null,
    ),
  );
}

interface PadSliderProps {
  readonly schedule: Schedule;
  readonly frame: PaddingScheduleFrame;
  readonly row: number;
  readonly variant: number;
  readonly block: PermutedBlock;
  readonly onPad: PadChange;
}

/** A slider that is not the native one, which would jump to where it is pressed. */
function PadSlider({ schedule, frame, row, variant, block, onPad }: PadSliderProps) {
  const { mode, name, cells } = schedule.rows[row];
  const { pad } = cells[variant];
  const { elementBytes } = block.move;
  const [from, setFrom] = useState(pad);
  const ask = (wanted: number): unknown => wanted !== pad && onPad(mode, wanted, block.letter);
  const drag = useSidewaysDrag({ onDrag: dx => ask(padAfterDrag(frame, from, dx, elementBytes)) });
  const press = (event: PointerEvent): void => {
    setFrom(pad);
    drag.onPointerDown(event);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.control}
      style={around(rulerBox(frame, variant, row))}
      aria-valuenow={pad}
      {...rangeOf(name, cells[variant], block)}
      {...drag}
      onPointerDown={press}
      onKeyDown={event => padByKey(event, pad, bankStepElements(elementBytes), ask)}
    />
  );
}

function rangeOf(name: string, { pad, stride, residue }: ScheduleCell, block: PermutedBlock) {
  const modulus = residueElements(block.move.elementBytes);
  return {
    'aria-label': `Pad of ${name}, variant ${block.letter}`,
    'aria-valuemin': 0,
    'aria-valuemax': Math.max(pad, modulus),
    'aria-valuetext': `${pad} ${unitOf(block)}: stride ${stride}, ${residue} mod ${modulus}`,
  };
}

const around = ({ x, y, width, height }: Box) => ({ left: x - 2, top: y - 2, width: width + 4, height: height + 4 });

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** Changes a pad by one bank, with Shift by eight; Home removes it. */
function padByKey(event: KeyboardEvent, pad: number, step: number, ask: (pad: number) => unknown): void {
  const steps = STEPS[event.key];
  if (event.altKey || event.ctrlKey || event.metaKey || (steps === undefined && event.key !== 'Home')) return;
  event.preventDefault();
  event.stopPropagation();
  ask(steps === undefined ? 0 : Math.max(0, pad + steps * step * (event.shiftKey ? 8 : 1)));
}
