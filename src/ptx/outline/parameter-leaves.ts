/** A kernel's pointers and scalars in one list, those inside structs as well; and its tensor maps in another. */

import { POINTER_BYTES } from '../../base/hardware.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import type { EntryOutline, FieldArray, PointerUse, ScalarUse, StructField, TensorMapUse } from './module-outline.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';

export interface Leaf {
  readonly place: ScalarPlace;
  /** Null where the parameter is no struct. */
  readonly fieldOffset: number | null;
  readonly name: string;
  readonly sizeBytes: number;
  readonly use: PointerUse | ScalarUse;
  /** For the first element of several. */
  readonly array?: FieldArray;
}

/** Those of the parameters first, then those of the records behind them. */
export function leavesOf(entry: EntryOutline): Leaf[] {
  const leaves = entry.params.flatMap(({ name, use, sizeBytes }, param): Leaf[] => {
    if (use.kind === 'tensorMap' || use.kind === 'image') return [];
    if (use.kind !== 'struct') return [{ place: { param, byteOffset: 0 }, fieldOffset: null, name, sizeBytes, use }];
    return leavesOfFields(param, name, use.fields);
  });
  for (const [i, { of, fields }] of entry.records.entries()) {
    const pointer = leaves.find(({ place }) => isSame(place, of));
    const own = leavesOfFields(entry.params.length + i, pointer?.name ?? '', fields);
    // An array of pointers has no fields to be told apart.
    leaves.push(...own.map(leaf => (own.length === 1 && pointer ? { ...leaf, name: pointer.name } : leaf)));
  }
  return leaves;
}

const leavesOfFields = (param: number, name: string, fields: readonly StructField[]): Leaf[] =>
  fields.flatMap(({ byteOffset, use, array }): Leaf[] => {
    if (use.kind === 'tensorMap') return [];
    const sizeBytes = use.kind === 'pointer' ? POINTER_BYTES : ELEMENT_BYTES[use.type];
    const place = { param, byteOffset };
    const leaf: Leaf = { place, fieldOffset: byteOffset, name: nameOfField(name, byteOffset), sizeBytes, use };
    return [array ? { ...leaf, array } : leaf];
  });

const nameOfField = (param: string, byteOffset: number): string => `${param}_${byteOffset}`;

export interface MapLeaf {
  readonly param: number;
  /** Null where the parameter is the map, or a pointer to it. */
  readonly fieldOffset: number | null;
  readonly name: string;
  readonly use: TensorMapUse;
}

export function mapLeavesOf({ params }: EntryOutline): MapLeaf[] {
  return params.flatMap(({ name, use }, param): MapLeaf[] => {
    if (use.kind === 'tensorMap') return [{ param, fieldOffset: null, name, use }];
    if (use.kind !== 'struct') return [];
    return use.fields.flatMap(({ byteOffset, use: field }): MapLeaf[] =>
      field.kind === 'tensorMap'
        ? [{ param, fieldOffset: byteOffset, name: nameOfField(name, byteOffset), use: field }]
        : [],
    );
  });
}
