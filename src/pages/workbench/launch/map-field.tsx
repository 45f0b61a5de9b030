/** One field of a tensor map: what stands in it, and what is wrong with that. */

import { type Option, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { TextField } from '../../../panels/kit/draft-fields.tsx';
import type { TensorMap, TensorMapValue } from '../../../trace/launch.ts';
import { useEditing } from './editing.ts';
import { placePath, type ValuePlace } from './launch-parts.ts';
import { withMap } from './tensor-map-edits.ts';
import type { TypedValue } from './typed-text.ts';

export interface MapProps {
  readonly place: ValuePlace;
  readonly value: TensorMapValue;
}

/** Error, guess and setter of one field of the map. */
export function useMapField<K extends keyof TensorMap>(place: ValuePlace, key: K) {
  const { launch, edit, errorAt, isGuessed } = useEditing();
  const path = `${placePath(place)}.${key}`;
  return {
    error: errorAt(path, true),
    guessed: isGuessed(path),
    set: (value: TensorMap[K]) => edit(withMap(launch, place, { [key]: value }), path),
  };
}

interface ListFieldProps extends MapProps {
  readonly name: 'dims' | 'box' | 'elementStrides';
  readonly label: string;
  readonly read: (text: string) => TypedValue<number[]>;
}

/** Fastest first, as the driver takes them. */
export function ListField({ place, value, name, label, read }: ListFieldProps) {
  const { set, ...state } = useMapField(place, name);
  return <TextField label={label} parse={read} {...state} value={value[name].join(', ')} onChange={set} />;
}

interface ModeFieldProps<K extends ModeName> extends MapProps {
  readonly name: K;
  readonly label: string;
  readonly options: readonly Option<NonNullable<TensorMap[K]>>[];
}

type ModeName = 'swizzle' | 'interleave' | 'oobFill' | 'l2Promotion';

export function ModeField<K extends ModeName>({ place, value, name, label, options }: ModeFieldProps<K>) {
  const { set, ...state } = useMapField(place, name);
  return (
    <SelectField<NonNullable<TensorMap[K]>>
      {...{ label, options }}
      {...state}
      value={value[name] ?? options[0].value}
      onChange={set}
    />
  );
}
