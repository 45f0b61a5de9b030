/** Table of the dimensions, fastest first: extent, stride, box, step and start. */

import { unitBytes } from '../../model/tma/box.ts';
import { withRank } from '../../model/tma/box-copy.ts';
import { CheckField, Segments } from '../../panels/kit/choice-fields.tsx';
import { TableHead } from '../../pictures/table-head.tsx';
import { stateOfCopy } from '../kit/tensor-map/copy-of-state.ts';
import css from './dimension-table.module.css';
import { NumberEntry } from './number-entry.tsx';
import type { FieldsProps } from './use-tensor-map.ts';

const RANKS = ['1', '2', '3', '4', '5'].map(value => ({ value, label: value }));
const HEADS = ['Dim', 'Extent', 'Stride, B', 'Box', 'Step', 'Start'];

export const DimensionTable = (props: FieldsProps) => (
  <>
    <Head {...props} />
    <table className={css.table}>
      <TableHead names={HEADS} />
      <tbody>
        {props.state.dims.map((_, dim) => (
          <DimensionRow key={dimKey(dim)} {...props} dim={dim} />
        ))}
      </tbody>
    </table>
  </>
);

function Head({ state, update, shown }: FieldsProps) {
  const setRank = (rank: number): void =>
    update({ ...stateOfCopy(withRank(shown.asked, rank)), down: Math.min(1, rank - 1), plane: null, pin: null });
  return (
    <div className={`head ${css.head}`}>
      <h2>Tensor and box</h2>
      <Segments
        label="Dimensions"
        options={RANKS}
        value={`${state.dims.length}`}
        onChange={rank => setRank(Number(rank))}
      />
      <CheckField
        label="Packed"
        checked={state.strides === null}
        onChange={isPacked => update({ strides: isPacked ? null : shown.asked.map.stridesBytes })}
      />
    </div>
  );
}

/** Dimensions have no other name than their number. */
const dimKey = (dim: number): string => `dim ${dim}`;

const LISTS = ['dims', 'stridesBytes', 'box', 'elementStrides', 'start'] as const;
type List = (typeof LISTS)[number];
const LIST_NAMES: Readonly<Record<List, string>> = {
  dims: 'Extent',
  stridesBytes: 'Stride in bytes',
  box: 'Box',
  elementStrides: 'Step',
  start: 'Start',
};

function DimensionRow({ dim, ...props }: FieldsProps & { readonly dim: number }) {
  const { asked } = props.shown;
  return (
    <tr>
      <th scope="row">{dim}</th>
      {LISTS.map(list => (
        <td key={list}>
          {list === 'stridesBytes' && dim === 0 ? (
            <span className={css.fixed}>{unitBytes(asked.map)}</span>
          ) : (
            <ListEntry {...props} list={list} dim={dim} />
          )}
        </td>
      ))}
    </tr>
  );
}

interface ListEntryProps extends FieldsProps {
  readonly list: List;
  readonly dim: number;
}

function ListEntry({ list, dim, shown, update, onRemedy }: ListEntryProps) {
  const { asked, breaches } = shown;
  const index = list === 'stridesBytes' ? dim - 1 : dim;
  const values = list === 'start' ? asked.start : asked.map[list];
  const change = (value: number): void => {
    const changed = values.map((each, i) => (i === index ? value : each));
    update(list === 'stridesBytes' ? { strides: changed } : { [list]: changed, pin: null });
  };
  return (
    <NumberEntry
      label={`${LIST_NAMES[list]}, dim ${dim}`}
      value={values[index]}
      breach={breaches.find(({ path }) => path[0] === list && path[1] === index)}
      onChange={change}
      onRemedy={onRemedy}
    />
  );
}
