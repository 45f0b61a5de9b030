/** Type of the factors of a kernel's matrix instructions: tensor maps of its operands most likely hold it, too. */
import { ELEMENT_TYPES, type ElementType } from '../../trace/launch.ts';
import type { PtxFunction } from '../parse/ast.ts';
import { typesOf } from './memory-access.ts';

const PRODUCTS = new Set(['mma', 'wgmma', 'wmma']);

/** Type of the first such instruction; null if there is none, or if a launch has no such type. */
export function productType(functions: readonly PtxFunction[]): ElementType | null {
  for (const { instructions } of functions) {
    for (const instruction of instructions) {
      if (!PRODUCTS.has(instruction.opcode)) continue;
      // Types are those of D, A, B, and mostly C.
      const [, a] = typesOf(instruction) as readonly string[];
      if (a !== undefined) return a === 'tf32' ? 'f32' : (ELEMENT_TYPES.find(type => type === a) ?? null);
    }
  }
  return null;
}
