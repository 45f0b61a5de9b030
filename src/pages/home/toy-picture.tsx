/** One state of the toy as a picture, with the counter over its queues; the live one has an edge to drag and cells to choose. */
import { type PointerEvent, useMemo, useState } from 'react';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { bankQueueScene } from '../../pictures/bank-queue/draw.ts';
import { bankQueueFrame, bankQueueHit } from '../../pictures/bank-queue/frame.ts';
import { SceneCanvas } from '../../pictures/scene/scene-canvas.tsx';
import { degreeFill, type Theme } from '../../pictures/theme.ts';
import { EdgeHandle } from './edge-handle.tsx';
import { recordsOf, TOY_SIDE, type Toy, tripWords, wordsOf } from './toy.ts';
import css from './toy-panel.module.css';

interface ToyPictureProps {
  readonly toy: Toy;
  readonly theme: Theme;
  readonly width: number;
  readonly isNarrow?: boolean;
  readonly isPale?: boolean;
  /** Without it, the picture is only looked at. */
  readonly onChange?: (change: Partial<Pick<Toy, 'pad' | 'reads' | 'line'>>) => void;
  readonly onPoint?: (words: string | null) => void;
}

const LABEL_PX = { wide: 44, narrow: 34 };

export function ToyPicture({
  toy,
  theme,
  width,
  isNarrow = false,
  isPale = false,
  onChange,
  onPoint,
}: ToyPictureProps) {
  const { pad, reads, line, served } = toy;
  const [pointed, setPointed] = useState<Cell | null>(null);
  const records = useMemo(() => recordsOf({ pad, reads, line }), [pad, reads, line]);
  const labelPx = isNarrow ? LABEL_PX.narrow : LABEL_PX.wide;
  const frame = bankQueueFrame(records, width, labelPx);
  const isUnderWay = !isPale && (toy.isPlaying || served < records.cost.wavefronts);
  const scene = useMemo(
    () => bankQueueScene(records, { theme, width, labelPx, served, isUnderWay, isPale, pointed }),
    [records, theme, width, labelPx, served, isUnderWay, isPale, pointed],
  );
  const point = (cell: Cell | null) => {
    setPointed(cell);
    onPoint?.(cell && wordsOf(records, cell));
  };
  const under = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return bankQueueHit(frame, records.layout, clientX - left, clientY - top);
  };
  const choose = (event: PointerEvent) => {
    const cell = under(event);
    if (cell) onChange?.({ line: reads === 'row' ? cell.row : cell.column });
  };
  const counter = { fill: degreeFill(theme, records.cost.wavefronts), isLeft: counterIsLeft(toy) };
  return (
    <div className={css.picture}>
      {/* What a click chooses, the fields below choose by keyboard. */}
      <div
        className={css.surface}
        data-live={onChange !== undefined || undefined}
        {...(onChange && {
          onPointerMove: e => point(under(e)),
          onPointerLeave: () => point(null),
          onPointerUp: choose,
        })}
      >
        <SceneCanvas scene={scene} label={spoken(toy, records.cost.wavefronts)} />
      </div>
      <Counter
        {...counter}
        trips={records.cost.wavefronts}
        now={
          isUnderWay && served > 0
            ? `now trip ${served}`
            : records.cost.wavefronts === 1
              ? '8 doors, no queue'
              : 'one after another'
        }
        left={labelPx}
        top={frame.queueTop}
        width={4 * frame.cellPx}
        across={TOY_SIDE * frame.cellPx}
      />
      {onChange && pad === 0 && (
        <span
          className={css.room}
          style={{
            left: frame.edgeX,
            top: frame.tileTop,
            width: frame.cellPx,
            height: TOY_SIDE * frame.rowPx - 1,
          }}
          aria-hidden
        >
          drag
        </span>
      )}
      {onChange && (
        <EdgeHandle
          pad={pad}
          value={`${TOY_SIDE + pad} words a row, ${tripWords(records.cost.wavefronts)}`}
          x={frame.edgeX}
          top={frame.tileTop}
          height={TOY_SIDE * frame.rowPx}
          onPad={to => onChange({ pad: to })}
        />
      )}
    </div>
  );
}

/** Where the queue is not: a column that queues at one of the right doors leaves the left free. */
const counterIsLeft = ({ reads, line }: Toy): boolean => reads === 'row' || line >= TOY_SIDE / 2;

const spoken = ({ pad, reads, line }: Toy, trips: number): string =>
  `A tile of 8 rows of 8 words, ${pad} words of padding in each row. Eight lanes read ${reads} ${line}: ${tripWords(trips)}.`;

interface CounterProps {
  readonly trips: number;
  readonly now: string;
  readonly fill: string;
  readonly isLeft: boolean;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly across: number;
}

const Counter = ({ trips, now, fill, isLeft, left, top, width, across }: CounterProps) => (
  <p
    className={css.counter}
    style={{ top: top + 8, left: (isLeft ? left : left + across - width) + 3, width: width - 8, borderColor: fill }}
    aria-hidden
  >
    <strong>{tripWords(trips)}</strong>
    <span>{now}</span>
  </p>
);
