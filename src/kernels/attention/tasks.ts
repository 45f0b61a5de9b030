/**
 * In version 7 the producer asks a counter in memory for each tile, and tells it to the warps that multiply, by 16 bytes of shared
 * memory; it alone walks.
 */
import { LANES, WORD_BYTES } from '../../base/hardware.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { multiplyingWarps, queryStages, TASK_BYTES, taskPlace } from './build.ts';
import type { AttentionCta } from './geometry.ts';
import { type AttentionVariant, clusterCtas, isSeamless } from './variants.ts';

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

/** Whether tiles come from a counter: CTAs of a cluster take every so many. */
export const takesCounter = (variant: AttentionVariant): boolean => isSeamless(variant) && clusterCtas(variant) === 1;

/** The counter is asked for a number. */
export function nextTile(cta: AttentionCta): CtaAccess[] {
  const { variant, p, addressOf } = cta;
  if (!takesCounter(variant)) return [];
  const producer = multiplyingWarps(variant, p) * LANES;
  return [
    {
      ...({ space: 'global', kind: 'atomic', widthBytes: WORD_BYTES, interval: RUNNING } as const),
      addressOf: thread => (thread === producer ? addressOf('counter') : null),
    },
  ];
}
