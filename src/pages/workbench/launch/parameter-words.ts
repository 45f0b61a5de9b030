/** Few words about what the outline knows of a parameter. */
import type { ParamUse, PointerUse, ScalarUse, TensorMapUse } from '../../../ptx/outline/module-outline.ts';

export function inWords(use: ParamUse): string {
  switch (use.kind) {
    case 'pointer':
      return pointerInWords(use);
    case 'scalar':
      return scalarInWords(use);
    case 'struct':
      return use.fields.length === 0 ? 'struct, never loaded' : `struct, ${use.fields.length} fields loaded`;
    case 'tensorMap':
      return tensorMapInWords(use);
    case 'image':
      return `${use.rank}-D ${use.object}${use.isLayered ? ' with layers' : ''}, ${effectInWords(use.read, use.written)}`;
  }
}

function pointerInWords({ type, read, written, atomic }: PointerUse): string {
  return `${type ?? '?'} *, ${atomic ? 'updated' : effectInWords(read, written)}`;
}

function tensorMapInWords({ pass, rank, read, written }: TensorMapUse): string {
  const what = `${rank === null ? '' : `${rank}-D `}tensor map${pass === 'address' ? ' *' : ''}`;
  return `${what}, ${effectInWords(read, written)}`;
}

const effectInWords = (read: boolean, written: boolean): string =>
  read && written ? 'read, written' : written ? 'written' : read ? 'read' : 'unused';

function scalarInWords({ type, used, bounds, scalesIndex, scalesShared }: ScalarUse): string {
  const axes = [...new Set([...bounds.cta, ...bounds.thread])].join(', ');
  if (!used) return `${type}, unused`;
  if (axes !== '') return `${type}, bounds ${axes}`;
  return scalesIndex || scalesShared ? `${type}, scales an index` : type;
}
