/** One field of a tensor map: what stands in it, and what is wrong with that. */
import type { TensorMap, TensorMapParam } from '../../../trace/launch.ts';
import { useEditing } from './editing.ts';
import { PickField } from './pick-field.tsx';
import { withMap } from './tensor-map-edits.ts';
import { TypedField } from './typed-field.tsx';
import type { TypedValue } from './typed-text.ts';

export interface MapProps {
  /** Of the parameter. */
  readonly index: number;
  readonly value: TensorMapParam;
}

/** What a field of the map says, and what sets it. */
export function useMapField<K extends keyof TensorMap>(index: number, key: K) {
  const { launch, edit, errorAt, isGuessed } = useEditing();
  const path = `params[${index}].${key}`;
  return {
    error: errorAt(path, true),
    guessed: isGuessed(path),
    set: (value: TensorMap[K]) => edit(withMap(launch, index, { [key]: value }), path),
  };
}

interface ListFieldProps extends MapProps {
  readonly name: 'dims' | 'box' | 'elementStrides';
  readonly label: string;
  readonly read: (text: string) => TypedValue<number[]>;
}

/** Fastest first, as the driver takes them. */
export function ListField({ index, value, name, label, read }: ListFieldProps) {
  const { set, ...state } = useMapField(index, name);
  return <TypedField {...{ label, read }} {...state} text={value[name].join(', ')} onValue={set} />;
}

interface ModeFieldProps<K extends ModeName> extends MapProps {
  readonly name: K;
  readonly label: string;
  readonly options: readonly (readonly [NonNullable<TensorMap[K]>, string])[];
}

type ModeName = 'swizzle' | 'interleave' | 'oobFill' | 'l2Promotion';

export function ModeField<K extends ModeName>({ index, value, name, label, options }: ModeFieldProps<K>) {
  const { set, ...state } = useMapField(index, name);
  return (
    <PickField<NonNullable<TensorMap[K]>>
      {...{ label, options }}
      {...state}
      value={value[name] ?? options[0][0]}
      onChange={set}
    />
  );
}

/** Modes under the names that launches give them. */
export const namedModes = <T extends string>(modes: readonly T[]) =>
  modes.map((mode): readonly [T, string] => [mode, mode]);
