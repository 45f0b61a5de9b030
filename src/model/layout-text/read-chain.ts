/**
 * Reads swizzles that are applied one after another. CuTe writes this as a composition: `Sw<3,4,3> o Sw<2,4,3>`; the last
 * one is applied first.
 */
import { ok } from '../../base/result.ts';
import { type Refusable, refuse, within } from '../layout/layout-error.ts';
import { type Swizzle, swizzleOf } from '../layout/swizzle.ts';

/** A limit that no real composition reaches. */
const MOST = 16;
const ONE = /^(?:cute::)?Sw(?:izzle)?\s*<\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(-?\d{1,3})\s*>(?:\s*\{\s*\})?$/;

export function readChain(text: string): Refusable<readonly Swizzle[]> {
  const parts = text.split(/\so\s|∘/).map(part => part.trim());
  if (parts.length > MOST) return refuse('range', `${parts.length} swizzles: expected at most ${MOST}`);
  const chain: Swizzle[] = [];
  for (const [at, part] of parts.entries()) {
    const match = ONE.exec(part);
    if (match === null)
      return refuse('notation', `swizzle ${at + 1}: expected Sw<B,M,S>, got ${JSON.stringify(part.slice(0, 40))}`);
    const swizzle = swizzleOf(Number(match[1]), Number(match[2]), Number(match[3]));
    if (!swizzle.ok) return within(at, swizzle.error);
    chain.push(swizzle.value);
  }
  return ok(chain);
}
