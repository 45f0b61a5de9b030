/** A tensor map: the tensor's buffer, and what `cuTensorMapEncodeTiled` is told of it. */

import { ok } from '../../../base/result.ts';
import { denseStrides } from '../../../model/tma/dense-strides.ts';
import { optionsOf, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { TextField } from '../../../panels/kit/draft-fields.tsx';
import { boxBytes } from '../../../ptx/outline/guess-tensor-map.ts';
import { SWIZZLE_MODES } from '../../../trace/launch.ts';
import { Link } from '../../kit/link.tsx';
import { TYPE_OPTIONS } from './buffer-fields.tsx';
import { useEditing } from './editing.ts';
import css from './launch-form.module.css';
import { placePath } from './launch-parts.ts';
import { ListField, type MapProps, ModeField, useMapField } from './map-field.tsx';
import { RareFields } from './map-rare-fields.tsx';
import { isPacked, mapSearch, withMap } from './tensor-map-edits.ts';
import { readCounts, type TypedValue } from './typed-text.ts';
import { TargetFields } from './value-fields.tsx';

interface TensorMapFieldsProps extends MapProps {
  /** Name for a buffer of its own. */
  readonly name: string;
}

export function TensorMapFields({ place, value, name }: TensorMapFieldsProps) {
  const { entry } = useEditing();
  const use = entry?.params[place.param]?.use;
  const direction = use?.kind === 'tensorMap' && use.written && !use.read ? 'store' : 'load';
  return (
    <>
      <p className="caption">The map</p>
      <div className={`list ${css.inner}`}>
        <ShapeFields {...{ place, value }} />
        <ModeField {...{ place, value }} name="swizzle" label="Swizzle" options={SWIZZLES} />
        <RareFields {...{ place, value }} />
        <p className="caption">
          {boxBytes(value).toLocaleString('en')} B in a box.{' '}
          <Link to="/tensor-map" search={mapSearch(value, direction)}>
            Draw it
          </Link>
        </p>
      </div>
      <p className="caption">The tensor behind it</p>
      <div className={`list ${css.inner}`}>
        <TargetFields {...{ place, value, name }} />
      </div>
    </>
  );
}

const SWIZZLES = optionsOf(SWIZZLE_MODES);
const MOST_RANK = 5;

function ShapeFields({ place, value }: MapProps) {
  const rank = value.dims.length;
  const type = useMapField(place, 'type');
  return (
    <>
      <SelectField
        label="Elements"
        value={value.type}
        options={TYPE_OPTIONS}
        guessed={type.guessed}
        error={type.error}
        onChange={type.set}
      />
      <ListField {...{ place, value }} name="dims" label="Dimensions" read={readCounts(1, MOST_RANK)} />
      {rank > 1 && <StridesField {...{ place, value }} />}
      <ListField {...{ place, value }} name="box" label="Box" read={readCounts(rank, rank)} />
    </>
  );
}

const PACKED = 'packed';

function StridesField({ place, value }: MapProps) {
  const { launch, edit, errorAt } = useEditing();
  const path = placePath(place);
  const count = value.dims.length - 1;
  const read = (text: string): TypedValue<number[]> =>
    text.trim() === PACKED ? ok(denseStrides(value)) : readCounts(count, count)(text);
  // Strides are those of these dimensions: a guess must not change them any more.
  const set = (stridesBytes: number[]) => edit(withMap(launch, place, { stridesBytes }), `${path}.dims`);
  return (
    <TextField
      label="Strides, bytes"
      value={isPacked(value) ? PACKED : value.stridesBytes.join(', ')}
      parse={read}
      onChange={set}
      error={errorAt(`${path}.stridesBytes`, true)}
    />
  );
}
