/** Changes to a tensor map of a launch, and the link that draws it. Pure. */
import { denseStrides } from '../../../model/tma/dense-strides.ts';
import type { FlatSearch } from '../../../state/link-codec.ts';
import type { Launch, TensorMap } from '../../../trace/launch.ts';
import { stateOfCopy } from '../../kit/tensor-map/copy-of-state.ts';
import { tensorMapLink } from '../../links/tensor-map.ts';
import { type ValuePlace, valueAt, withValue } from './launch-parts.ts';

export const isPacked = (map: TensorMap): boolean =>
  denseStrides(map).every((bytes, i) => bytes === map.stridesBytes[i]);

export function withMap(launch: Launch, place: ValuePlace, patch: Partial<TensorMap>): Launch {
  const old = valueAt(launch, place);
  return old?.kind === 'tensorMap' ? withValue(launch, place, changed(old, patch)) : launch;
}

/** Null leaves f32 as it is. */
export function withRounding(launch: Launch, place: ValuePlace, format: 'tf32' | null): Launch {
  const old = valueAt(launch, place);
  if (old?.kind !== 'tensorMap') return launch;
  const { roundsTo: _, ...exact } = old;
  return withValue(launch, place, format === null ? exact : { ...exact, roundsTo: format });
}

/** Lists are as long as the dimensions are many, and strides that were packed stay so. */
export function changed<M extends TensorMap>(old: M, patch: Partial<TensorMap>): M {
  const map = { ...old, ...patch };
  const rank = map.dims.length;
  const filled = (list: readonly number[]) => Array.from({ length: rank }, (_, i) => list[i] ?? 1);
  const sized = { ...map, box: filled(map.box), elementStrides: filled(map.elementStrides) };
  const keeps = patch.stridesBytes !== undefined || (!isPacked(old) && rank === old.dims.length);
  return keeps ? sized : { ...sized, stridesBytes: denseStrides(map) };
}

/** Search fields of the page that draws the map: the copy of the tensor's first box. */
export function mapSearch(map: TensorMap, direction: 'load' | 'store'): FlatSearch {
  const copy = stateOfCopy({ map, start: map.dims.map(() => 0), base: 0, direction });
  return tensorMapLink.encode({ ...tensorMapLink.defaults, ...copy, down: Math.min(1, map.dims.length - 1) });
}
