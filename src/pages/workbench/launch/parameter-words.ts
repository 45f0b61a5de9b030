/** What the outline knows of a parameter, in a few words. */
import type { ParamUse, PointerUse, ScalarUse } from '../../../ptx/outline/module-outline.ts';

export function inWords(use: ParamUse): string {
  switch (use.kind) {
    case 'pointer':
      return pointerInWords(use);
    case 'scalar':
      return scalarInWords(use);
    case 'struct':
      return use.fields.length === 0 ? 'struct, never loaded' : `struct, ${use.fields.length} fields loaded`;
    case 'tensorMap':
      return 'tensor map';
  }
}

function pointerInWords({ type, read, written, atomic }: PointerUse): string {
  const effect = atomic
    ? 'updated'
    : read && written
      ? 'read, written'
      : written
        ? 'written'
        : read
          ? 'read'
          : 'unused';
  return `${type ?? '?'} *, ${effect}`;
}

function scalarInWords({ type, used, bounds, scalesIndex, scalesShared }: ScalarUse): string {
  const axes = [...new Set([...bounds.cta, ...bounds.thread])].join(', ');
  if (!used) return `${type}, unused`;
  if (axes !== '') return `${type}, bounds ${axes}`;
  return scalesIndex || scalesShared ? `${type}, scales an index` : type;
}
