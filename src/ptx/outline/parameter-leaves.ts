/** A kernel's pointers and scalars in one list, those inside structs as well; and its tensor maps in another. */

import { ELEMENT_BYTES } from '../../trace/launch.ts';
import type { EntryOutline, PointerUse, ScalarUse, TensorMapUse } from './module-outline.ts';
import type { ScalarPlace } from './scalar-place.ts';

export interface Leaf {
  readonly place: ScalarPlace;
  /** Null where the parameter is no struct. */
  readonly fieldOffset: number | null;
  readonly name: string;
  readonly sizeBytes: number;
  readonly use: PointerUse | ScalarUse;
}

export function leavesOf(entry: EntryOutline): Leaf[] {
  return entry.params.flatMap(({ name, use, sizeBytes }, param): Leaf[] => {
    if (use.kind === 'tensorMap' || use.kind === 'image') return [];
    if (use.kind !== 'struct') return [{ place: { param, byteOffset: 0 }, fieldOffset: null, name, sizeBytes, use }];
    return use.fields.flatMap(({ byteOffset, use: field }): Leaf[] => {
      if (field.kind === 'tensorMap') return [];
      const bytes = field.kind === 'pointer' ? 8 : ELEMENT_BYTES[field.type];
      const place = { param, byteOffset };
      return [{ place, fieldOffset: byteOffset, name: nameOfField(name, byteOffset), sizeBytes: bytes, use: field }];
    });
  });
}

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
