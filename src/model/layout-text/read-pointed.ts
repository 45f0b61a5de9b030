/**
 * Reads tensors as CuTe prints them, with a pointer in front of the layout: `smem_ptr[16b](0x7f8800000400) o
 * (8,64):(64,1)`. A swizzle in front permutes byte addresses, while the layout counts elements:
 * `Sw<3,4,3>_smem_ptr[16b](0x…) o …`, or `Sw<3,4,3> o smem_ptr[16b](unset) o …` for a layout that has no memory yet.
 */
import { ok } from '../../base/result.ts';
import type { ComposedLayout } from '../layout/composed-layout.ts';
import { type Refusable, refuse } from '../layout/layout-error.ts';
import { parseLayout } from '../layout/notation.ts';
import { swizzleOf } from '../layout/swizzle.ts';
import { plain, unsigned } from './operand.ts';

const POINTER =
  /^\s*(?:\w+\s*:\s*)?(?:Sw?<(\d+),(\d+),(-?\d+)>\s*(?:o|∘|_)\s*)?[a-z]*_?ptr\[(\d+)b\]\(([^)]*)\)\s*(?:o|∘)\s*(.*)/s;
const BYTE_BITS = 8;

/** Null if there is no pointer in front. */
export function readPointed(text: string): Refusable<ComposedLayout> | null {
  const match = POINTER.exec(text);
  if (match === null) return null;
  const [, bits, base, shift, elementBits, pointer, rest] = match;
  const layout = parseLayout(rest);
  if (!layout.ok) return layout;
  if (bits === undefined) return ok(plain(layout.value));
  const down = Math.log2(Number(elementBits) / BYTE_BITS);
  if (!Number.isInteger(down)) return refuse('notation', `elements of ${elementBits} bits: expected a power of two`);
  if (Number(base) < down)
    return refuse(
      'inadmissible',
      `Sw<${bits},${base},${shift}> permutes bytes within an element of ${elementBits} bits`,
    );
  const swizzle = swizzleOf(Number(bits), Number(base) - down, Number(shift));
  if (!swizzle.ok) return swizzle;
  return unsigned({ swizzle: swizzle.value, offset: offRepeat(pointer, match), layout: layout.value });
}

/**
 * Number of elements from a multiple of the pattern's repeat to the pointer; the pattern uses absolute addresses. 0 if
 * there is no pointer yet.
 */
function offRepeat(pointer: string, [, bits, base, shift, elementBits]: RegExpExecArray): number {
  if (!/^0x[0-9a-f]{1,16}$/i.test(pointer.trim())) return 0;
  const repeat = 2n ** BigInt(Number(bits) + Number(base) + Math.abs(Number(shift)));
  return (Number(BigInt(pointer.trim()) % repeat) * BYTE_BITS) / Number(elementBits);
}
