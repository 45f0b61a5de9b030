/**
 * Chooses the drawn plane of a tensor with three or more dimensions: which dimension runs down, and where the others
 * are cut.
 */
import { Segments } from '../../panels/kit/choice-fields.tsx';
import type { CopyOfState } from '../kit/tensor-map/copy-of-state.ts';
import css from './plane-bar.module.css';
import type { TensorMapHandle } from './use-tensor-map.ts';

interface PlaneBarProps extends TensorMapHandle {
  readonly shown: CopyOfState;
  /** Coordinates. */
  readonly plane: readonly number[];
}

export function PlaneBar(props: PlaneBarProps) {
  const { state, update, shown, plane } = props;
  if (plane.length < 3) return null;
  const cut = (dim: number, index: number): void =>
    update({ plane: plane.map((at, i) => (i === dim ? index : indexOf(shown, i, at))) });
  return (
    <div className={`row wrap remark ${css.bar}`}>
      <Down {...props} />
      {outerOf(plane).map(
        dim =>
          dim !== state.down && (
            <Cut key={dim} shown={shown} dim={dim} at={plane[dim]} onCut={index => cut(dim, index)} />
          ),
      )}
      {state.plane !== null && (
        <button type="button" className="button" onClick={() => update({ plane: null })}>
          Follow the walk
        </button>
      )}
    </div>
  );
}

const outerOf = (plane: readonly number[]): number[] => plane.map((_, dim) => dim).slice(1);

const Down = ({ state, update, plane }: PlaneBarProps) => (
  <>
    <span>Down</span>
    <Segments
      label="Dimension that runs down"
      options={outerOf(plane).map(dim => ({ value: `${dim}`, label: `dim ${dim}` }))}
      value={`${state.down}`}
      onChange={dim => update({ down: Number(dim), plane: null })}
    />
  </>
);

/** Copies from the box's start. Dimension 0 is never cut. */
const indexOf = ({ copy, bytes }: CopyOfState, dim: number, coordinate: number): number =>
  dim === 0 || bytes.shape.counts[dim] === 1
    ? 0
    : Math.round((coordinate - copy.start[dim]) / copy.map.elementStrides[dim]);

interface CutProps {
  readonly shown: CopyOfState;
  readonly dim: number;
  /** Coordinate. */
  readonly at: number;
  readonly onCut: (index: number) => void;
}

/** A box that is one thick has but one plane. */
function Cut({ shown, dim, at, onCut }: CutProps) {
  const last = shown.bytes.shape.counts[dim] - 1;
  const name = `dim ${dim} = ${at}`;
  if (last === 0) return <span>{name}</span>;
  return (
    <label>
      {name}
      <input
        type="range"
        min={0}
        max={last}
        value={indexOf(shown, dim, at)}
        aria-valuetext={`coordinate ${at}`}
        onChange={event => onCut(Number(event.target.value))}
      />
    </label>
  );
}
