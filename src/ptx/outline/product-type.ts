/** What the matrix instructions of a kernel multiply: what tensor maps of its operands hold, most likely. */
import { ELEMENT_TYPES, type ElementType } from '../../trace/launch.ts';
import type { PtxFunction } from '../parse/ast.ts';
import { typesOf } from './memory-access.ts';

const PRODUCTS = new Set(['mma', 'wgmma', 'wmma']);

/** Of the first such instruction; null where there is none, or its type is none of a launch's. */
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
