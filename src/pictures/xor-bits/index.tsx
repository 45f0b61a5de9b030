/** The XOR bit diagram on the page: its three brackets are sliders over the drawing. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import { type Bracket, withBracket } from '../../model/swizzle/swizzle-numbers.ts';
import { useSidewaysDrag } from '../gestures/use-sideways-drag.ts';
import { Picture } from '../picture.tsx';
import styles from '../picture-controls.module.css';
import type { PictureProps } from '../props.ts';
import type { XorBitsRecords } from '../swizzle/records.ts';
import type { PictureView } from '../view.ts';
import { xorBitsFigure } from './figure.ts';
import { bracketBox, type XorBitsFrame, xorBitsFrame } from './frame.ts';

interface XorBitsProps extends PictureProps<XorBitsRecords> {
  /** A swizzle on bytes that is asked for. */
  readonly onSwizzle?: (swizzle: Swizzle) => void;
}

export function XorBits({ onSwizzle, ...props }: XorBitsProps) {
  if (onSwizzle === undefined) return <Picture {...props} figureOf={xorBitsFigure} />;
  const controls = (view: PictureView) => <Brackets records={props.records} view={view} onSwizzle={onSwizzle} />;
  return <Picture {...props} figureOf={xorBitsFigure} controls={controls} />;
}

interface BracketsProps {
  readonly records: XorBitsRecords;
  readonly view: PictureView;
  readonly onSwizzle: (swizzle: Swizzle) => void;
}

const BRACKETS: readonly { readonly bracket: Bracket; readonly name: string; readonly text: string }[] = [
  { bracket: 'bits', name: 'B', text: 'bits are flipped' },
  { bracket: 'base', name: 'M', text: 'bits below them all stay' },
  { bracket: 'shift', name: 'S', text: 'distance in bits from the flipped bits to those that flip them' },
];

function Brackets(props: BracketsProps) {
  const frame = xorBitsFrame(props.records, props.view);
  return BRACKETS.map(each => <BracketSlider key={each.bracket} {...props} {...each} frame={frame} />);
}

interface SliderProps extends BracketsProps {
  readonly frame: XorBitsFrame;
  readonly bracket: Bracket;
  readonly name: string;
  readonly text: string;
}

const LARGEST = 16;

/** Slider whose value counts in the shown unit. */
function BracketSlider({ records, view, frame, bracket, name, text, onSwizzle }: SliderProps) {
  const { swizzle } = records;
  const { x, y, width, height } = bracketBox(frame, records, bracket, view.textScale);
  const shown = bracket === 'base' ? swizzle.base - frame.unitShift : swizzle[bracket];
  return (
    <span
      role="slider"
      tabIndex={0}
      className={styles.control}
      style={{ left: x, top: y, width, height }}
      aria-label={`${name}: ${text}`}
      aria-valuenow={shown}
      aria-valuemin={bracket === 'shift' ? -LARGEST : Math.min(0, shown)}
      aria-valuemax={LARGEST}
      title={`${name}: ${text}. Drag, or use the arrow keys.`}
      {...useBracketMoves(swizzle, bracket, frame.pitch, onSwizzle)}
    />
  );
}

/** Moves of a bracket: left means higher, as the bits stand. */
function useBracketMoves(swizzle: Swizzle, bracket: Bracket, pitch: number, onSwizzle: (swizzle: Swizzle) => void) {
  const [from, setFrom] = useState({ swizzle, pitch });
  const set = (start: Swizzle, by: number): void => {
    const next = withBracket(start, bracket, start[bracket] + by);
    if (!sameSwizzle(next, swizzle)) onSwizzle(next);
  };
  const drag = useSidewaysDrag({ onDrag: dx => set(from.swizzle, -Math.round(dx / from.pitch)) });
  return {
    ...drag,
    onPointerDown: (event: PointerEvent) => {
      setFrom({ swizzle, pitch });
      drag.onPointerDown(event);
    },
    onKeyDown: (event: KeyboardEvent) => stepByKey(event, by => set(swizzle, by)),
  };
}

const sameSwizzle = (a: Swizzle, b: Swizzle): boolean => a.bits === b.bits && a.base === b.base && a.shift === b.shift;

const KEYS: Readonly<Record<string, number>> = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 };

function stepByKey(event: KeyboardEvent, step: (by: number) => void): void {
  const by = KEYS[event.key];
  if (by === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  step(by);
}
