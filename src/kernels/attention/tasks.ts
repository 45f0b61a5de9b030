/** In version 7 the producer tells each tile to the warps that multiply, by 16 bytes of shared memory; it alone walks. */
import { LANES } from '../../base/hardware.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { multiplyingWarps, queryStages, TASK_BYTES, taskPlace } from './build.ts';
import type { AttentionCta } from './geometry.ts';
import { isSeamless } from './variants.ts';

/** Barriers passed: all threads pass one first. */
const RUNNING = 1;

/** `tile`: of the CTA's, counted from 0; one behind the last says that there is none. */
function task(cta: AttentionCta, tile: number, kind: 'load' | 'store'): CtaAccess[] {
  const { variant, p } = cta;
  if (!isSeamless(variant)) return [];
  const producer = multiplyingWarps(variant, p) * LANES;
  const place = taskPlace(variant, p, tile % queryStages(variant, p));
  const takesPart = (thread: number): boolean => (kind === 'store' ? thread === producer : thread < producer);
  return [
    {
      ...({ space: 'shared', kind, widthBytes: TASK_BYTES, interval: RUNNING } as const),
      addressOf: thread => (takesPart(thread) ? place : null),
    },
  ];
}

export const taskStore = (cta: AttentionCta, tile: number): CtaAccess[] => task(cta, tile, 'store');
export const taskLoad = (cta: AttentionCta, tile: number): CtaAccess[] => task(cta, tile, 'load');
