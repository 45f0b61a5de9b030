/** What the page calls a warp's accesses of shared memory, in their order. */
import { LINE_BYTES } from '../../base/hardware.ts';
import { ACCESSES, isLoading, stretchBytes } from './job.ts';
import type { ProbeParams } from './params.ts';
import type { ProbeVariant } from './variants.ts';

export function requestNameOf(
  variant: ProbeVariant,
  p: ProbeParams,
  { side, request }: { readonly side: 'store' | 'load'; readonly request: number },
): string {
  const probed = isLoading(variant) ? 'load' : 'store';
  const fills = side === 'store' ? stretchBytes(variant, p) / LINE_BYTES : 0;
  if (request < fills) return `filling, line ${request}`;
  if (side !== probed) return 'reading back';
  const access = request - fills;
  const [pass, inPass] = [Math.floor(access / ACCESSES), access % ACCESSES];
  return p.passes > 1 && pass === 0 ? `warm-up, access ${inPass}` : `pass ${Math.max(0, pass - 1)}, access ${inPass}`;
}
