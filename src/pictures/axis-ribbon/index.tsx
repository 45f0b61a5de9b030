/** The axis ribbon on the page: chips of the output are dragged to another place, or moved with Alt and the arrow keys. */
import { type KeyboardEvent, useState } from 'react';
import { dimNames } from '../../model/permute/mode-names.ts';
import { useSidewaysDrag } from '../gestures/use-sideways-drag.ts';
import type { AxisRibbonRecords } from '../permute/records.ts';
import { Picture } from '../picture.tsx';
import styles from '../picture-controls.module.css';
import type { PictureProps } from '../props.ts';
import type { PictureView } from '../view.ts';
import { axisRibbonFigure } from './figure.ts';
import { type AxisRibbonFrame, axisRibbonFrame, chipBox, permAfterDrag, permAfterMove } from './frame.ts';

interface AxisRibbonProps extends PictureProps<AxisRibbonRecords> {
  /** The order of the output that is asked for, in canonical dimensions. */
  readonly onPerm?: (perm: readonly number[]) => void;
}

export function AxisRibbon({ onPerm, ...props }: AxisRibbonProps) {
  // Only the order at the drop counts: orders on the way could fuse dimensions and split them again.
  const [draft, setDraft] = useState<readonly number[] | null>(null);
  const records = draft === null ? props.records : withPerm(props.records, draft);
  if (onPerm === undefined) return <Picture {...props} figureOf={axisRibbonFigure} />;
  const drop = (): void => {
    setDraft(null);
    if (draft !== null) onPerm(draft);
  };
  const chips = { records, onPerm, onDraft: setDraft, onDrop: drop };
  const controls = (view: PictureView) => <Chips {...chips} frame={axisRibbonFrame(records, view)} />;
  return <Picture {...props} records={records} figureOf={axisRibbonFigure} controls={controls} />;
}

const withPerm = ({ shape, plan }: AxisRibbonRecords, perm: readonly number[]): AxisRibbonRecords => ({
  shape,
  plan: { ...plan, canonical: { ...plan.canonical, perm } },
});

interface ChipsProps {
  readonly records: AxisRibbonRecords;
  readonly frame: AxisRibbonFrame;
  readonly onPerm: (perm: readonly number[]) => void;
  readonly onDraft: (perm: readonly number[]) => void;
  readonly onDrop: () => void;
}

/** Chips in the order of the input: a chip keeps its React key while it moves. */
const Chips = (props: ChipsProps) =>
  props.records.plan.canonical.shape.map((_, dim) => (
    <Chip key={dimNames(props.records.plan)[dim]} {...props} dim={dim} />
  ));

function Chip({ records, frame, onPerm, onDraft, onDrop, dim }: ChipsProps & { readonly dim: number }) {
  const { perm } = records.plan.canonical;
  const slot = perm.indexOf(dim);
  const [from, setFrom] = useState({ perm, slot });
  const drag = useSidewaysDrag({ onDrag: dx => onDraft(permAfterDrag(frame, from.perm, from.slot, dx)), onDrop });
  const { x, y, width, height } = chipBox(frame, 'output', slot);
  const name = dimNames(records.plan)[dim];
  return (
    <button
      type="button"
      className={`${styles.control} ${styles.chip}`}
      style={{ left: x, top: y, width, height }}
      aria-label={`${name}, ${slot + 1} of ${perm.length} in the output. Alt and the arrow keys move it.`}
      {...drag}
      onPointerDown={event => {
        setFrom({ perm, slot });
        drag.onPointerDown(event);
      }}
      onKeyDown={event => moveByKey(event, by => onPerm(permAfterMove(perm, slot, by)))}
    />
  );
}

function moveByKey(event: KeyboardEvent, move: (by: number) => void): void {
  const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  if (!event.altKey || by === 0) return;
  // Alt and left is the browser's way back.
  event.preventDefault();
  event.stopPropagation();
  move(by);
}
