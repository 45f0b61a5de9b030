/** Tables that a kernel reads in constant memory, and that the host fills before the launch. */
import type { Module, PtxFunction } from '../parse/ast.ts';
import { typesOf } from './memory-access.ts';
import type { ConstantTable } from './module-outline.ts';

/**
 * Those without initial values, if the kernel loads nothing but floats of one type from constant memory: zeros would hide what it
 * multiplies by them. Integers may be lengths and offsets, of which nothing is known.
 */
export function constantTables({ variables }: Module, functions: readonly PtxFunction[]): ConstantTable[] {
  const loads = functions.flatMap(f =>
    f.instructions.filter(({ opcode, modifiers }) => opcode === 'ld' && modifiers.includes('const')),
  );
  const types = new Set(loads.map(load => typesOf(load).at(-1)));
  const [type] = types;
  if (types.size !== 1 || (type !== 'f32' && type !== 'f64')) return [];
  return variables
    .filter(({ space, init, extern, name }) => space === 'const' && init === null && !extern && !name.startsWith('$'))
    .map(({ name }) => ({ name, type }));
}
