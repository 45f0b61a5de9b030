/** A kernel's pointers and scalars in one list, those inside structs as well. */

import { ELEMENT_BYTES } from '../../trace/launch.ts';
import type { EntryOutline, PointerUse, ScalarUse } from './module-outline.ts';
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
    return use.fields.map(field => ({
      place: { param, byteOffset: field.byteOffset },
      fieldOffset: field.byteOffset,
      name: `${name}_${field.byteOffset}`,
      sizeBytes: field.use.kind === 'pointer' ? 8 : ELEMENT_BYTES[field.use.type],
      use: field.use,
    }));
  });
}
