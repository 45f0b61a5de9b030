/** One state of the toy as a picture, with the counter over its queues; the live one has an edge to drag and cells to choose. */
import { type PointerEvent, useMemo, useState } from 'react';
import type { Cell } from '../../model/layout/tile-layout.ts';
import { bankQueueScene } from '../../pictures/bank-queue/draw.ts';
import { type BankQueueFrame, bankQueueFrame, bankQueueHit } from '../../pictures/bank-queue/frame.ts';
import { SceneCanvas } from '../../pictures/scene/scene-canvas.tsx';
import { degreeFill, type Theme } from '../../pictures/theme.ts';
import { EdgeHandle } from './edge-handle.tsx';
import { recordsOf, TOY_SIDE, type Toy, tripWords, wordsOf } from './toy.ts';
import css from './toy-panel.module.css';

type ToyChange = Partial<Pick<Toy, 'pad' | 'reads' | 'line'>>;

interface ToyPictureProps {
  readonly toy: Toy;
  readonly theme: Theme;
  readonly width: number;
  readonly isNarrow?: boolean;
  readonly isPale?: boolean;
  /** Called on a change; absent if the picture is only looked at. */
  readonly onChange?: (change: ToyChange) => void;
  readonly onPoint?: (words: string | null) => void;
}

const LABEL_PX = { wide: 44, narrow: 34 };

export function ToyPicture(props: ToyPictureProps) {
  const { toy, theme, onChange } = props;
  const drawing = useDrawing(props);
  const { records, frame, scene, isUnderWay } = drawing;
  const trips = records.cost.wavefronts;
  return (
    <div className={css.picture}>
      {/* The fields below make every choice of a click by keyboard. */}
      <div className={css.surface} data-live={onChange !== undefined || undefined} {...handlersOf(props, drawing)}>
        <SceneCanvas scene={scene} label={spoken(toy, trips)} />
      </div>
      <Counter
        fill={degreeFill(theme, trips)}
        trips={trips}
        now={isUnderWay && toy.served > 0 ? `now trip ${toy.served}` : restWords(trips)}
        frame={frame}
        isLeft={counterIsLeft(toy)}
      />
      {onChange && <Edge pad={toy.pad} trips={trips} frame={frame} onPad={pad => onChange({ pad })} />}
    </div>
  );
}

function useDrawing({ toy, theme, width, isNarrow = false, isPale = false }: ToyPictureProps) {
  const { pad, reads, line, served } = toy;
  const [pointed, setPointed] = useState<Cell | null>(null);
  const records = useMemo(() => recordsOf({ pad, reads, line }), [pad, reads, line]);
  const labelPx = isNarrow ? LABEL_PX.narrow : LABEL_PX.wide;
  const isUnderWay = !isPale && (toy.isPlaying || served < records.cost.wavefronts);
  const scene = useMemo(
    () => bankQueueScene(records, { theme, width, labelPx, served, isUnderWay, isPale, pointed }),
    [records, theme, width, labelPx, served, isUnderWay, isPale, pointed],
  );
  return { records, frame: bankQueueFrame(records, width, labelPx), scene, isUnderWay, setPointed };
}

/** A word that is pointed at says where it lies; a click reads its row or column. */
function handlersOf(props: ToyPictureProps, { records, frame, setPointed }: ReturnType<typeof useDrawing>) {
  const { toy, onChange, onPoint } = props;
  if (onChange === undefined) return {};
  const under = ({ currentTarget, clientX, clientY }: PointerEvent): Cell | null => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return bankQueueHit(frame, records.layout, clientX - left, clientY - top);
  };
  const point = (cell: Cell | null): void => {
    setPointed(cell);
    onPoint?.(cell && wordsOf(records, cell));
  };
  return {
    onPointerMove: (event: PointerEvent) => point(under(event)),
    onPointerLeave: () => point(null),
    onPointerUp: (event: PointerEvent) => {
      const cell = under(event);
      if (cell) onChange({ line: toy.reads === 'row' ? cell.row : cell.column });
    },
  };
}

const restWords = (trips: number): string => (trips === 1 ? `${TOY_SIDE} doors, no queue` : 'one after another');

interface EdgeProps {
  readonly pad: number;
  readonly trips: number;
  readonly frame: BankQueueFrame;
  readonly onPad: (pad: number) => void;
}

/** The handle; while no word is padded, also the room that the edge may be dragged into. */
const Edge = ({ pad, trips, frame, onPad }: EdgeProps) => {
  const place = { top: frame.tileTop, height: TOY_SIDE * frame.rowPx - 1 };
  return (
    <>
      {pad === 0 && (
        <span className={css.room} style={{ ...place, left: frame.edgeX, width: frame.cellPx }} aria-hidden>
          drag
        </span>
      )}
      <EdgeHandle
        pad={pad}
        value={`${TOY_SIDE + pad} words a row, ${tripWords(trips)}`}
        x={frame.edgeX}
        {...place}
        onPad={onPad}
      />
    </>
  );
};

/**
 * Whether the counter stands on the left, where the queue is not: a column that queues at one of the right doors leaves
 * the left free.
 */
const counterIsLeft = ({ reads, line }: Toy): boolean => reads === 'row' || line >= TOY_SIDE / 2;

const spoken = ({ pad, reads, line }: Toy, trips: number): string =>
  `A tile of 8 rows of 8 words, ${pad} words of padding in each row. Eight lanes read ${reads} ${line}: ${tripWords(trips)}.`;

interface CounterProps {
  readonly trips: number;
  readonly now: string;
  readonly fill: string;
  readonly isLeft: boolean;
  readonly frame: BankQueueFrame;
}

function Counter({ trips, now, fill, isLeft, frame }: CounterProps) {
  const { labelPx, cellPx, queueTop } = frame;
  const left = labelPx + (isLeft ? 0 : (TOY_SIDE / 2) * cellPx) + 3;
  const style = { top: queueTop + 8, left, width: (TOY_SIDE / 2) * cellPx - 8, borderColor: fill };
  return (
    <p className={css.counter} style={style} aria-hidden>
      <strong>{tripWords(trips)}</strong>
      <span>{now}</span>
    </p>
  );
}
