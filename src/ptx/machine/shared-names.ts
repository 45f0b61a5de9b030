/** Finds the variable to which a byte of shared memory belongs, for messages. */

import type { SharedVariable } from '../../trace/shared-use.ts';
import { plainName } from '../outline/variable-name.ts';
import type { Program } from './program.ts';

/** `'full'`, `'ring[8]'` by elements of so many bytes, `'ring' + 6 B` between them or where they have none; null where nothing is. */
export function nameOfShared(
  { sharedVariables }: Program,
  byteOffset: number,
  elementBytes: number | null,
): string | null {
  const holds = ({ byteOffset: start, sizeBytes }: SharedVariable) =>
    byteOffset >= start && (sizeBytes === 0 || byteOffset < start + sizeBytes);
  const variable = sharedVariables.find(holds);
  if (!variable) return null;
  const inside = byteOffset - variable.byteOffset;
  const name = plainName(variable.name);
  if (variable.sizeBytes === elementBytes) return `'${name}'`;
  const isElement = elementBytes !== null && inside % elementBytes === 0;
  return isElement ? `'${name}[${inside / elementBytes}]'` : `'${name}' + ${inside} B`;
}
