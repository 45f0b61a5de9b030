/** Which slice of a tensor of three dimensions and more is drawn: what runs down, and where the others are cut. */
import { Segments } from '../../panels/fields.tsx';
import type { CopyOfState } from './copy-of-state.ts';
import css from './slice-bar.module.css';
import type { TensorMapHandle } from './use-tensor-map.ts';

interface SliceBarProps extends TensorMapHandle {
  readonly shown: CopyOfState;
  /** Coordinates. */
  readonly slice: readonly number[];
}

export function SliceBar(props: SliceBarProps) {
  const { state, update, shown, slice } = props;
  if (slice.length < 3) return null;
  const cut = (dim: number, index: number): void =>
    update({ slice: slice.map((at, i) => (i === dim ? index : indexOf(shown, i, at))) });
  return (
    <div className={css.bar}>
      <Down {...props} />
      {outerOf(slice).map(
        dim =>
          dim !== state.down && (
            <Cut key={dim} shown={shown} dim={dim} at={slice[dim]} onCut={index => cut(dim, index)} />
          ),
      )}
      {state.slice !== null && (
        <button type="button" onClick={() => update({ slice: null })}>
          Follow the walk
        </button>
      )}
    </div>
  );
}

const outerOf = (slice: readonly number[]): number[] => slice.map((_, dim) => dim).slice(1);

const Down = ({ state, update, slice }: SliceBarProps) => (
  <>
    <span>Down</span>
    <Segments
      label="Dimension that runs down"
      options={outerOf(slice).map(dim => ({ value: `${dim}`, label: `dim ${dim}` }))}
      value={`${state.down}`}
      onChange={dim => update({ down: Number(dim), slice: null })}
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

/** A box that is one thick has but one slice. */
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
