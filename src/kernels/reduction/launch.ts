/** How the reduction is compiled and started, and the answer it must leave behind. */
import type { Launch } from '../../trace/launch.ts';
import type { BuildSpec } from '../kernel.ts';
import { ctaOf, ctasOf } from './geometry.ts';
import type { ReductionParams } from './params.ts';
import type { ReductionVariant } from './variants.ts';

/** Element i of the input is i times this, odd: all elements differ, and a sum that lacks one or has one twice is another. */
const STEP = 0x1e37_79b1;

export const buildSpec = (variant: ReductionVariant, p: ReductionParams): BuildSpec => ({
  source: `reduction/${variant}.cu`,
  entry: 'reduction',
  defines: { THREADS: p.threads },
});

export function launchOf(variant: ReductionVariant, p: ReductionParams): Launch {
  const ctas = ctasOf(variant, p);
  return {
    entry: 'reduction',
    grid: [ctas, 1, 1],
    block: [p.threads, 1, 1],
    buffers: [
      { name: 'out', type: 'u32', length: ctas, init: { kind: 'poison' }, output: true },
      { name: 'in', type: 'u32', length: p.elements, init: { kind: 'iota', start: 0, step: STEP } },
    ],
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
      { kind: 'scalar', type: 'u32', value: p.elements },
    ],
  };
}

/** One partial sum per CTA, modulo 2^32: goes along the input once and adds each element where it belongs. */
export function referenceOf(variant: ReductionVariant, p: ReductionParams): Map<string, Uint8Array> {
  const sums = new Uint32Array(ctasOf(variant, p));
  for (let element = 0; element < p.elements; element++) sums[ctaOf(variant, p, element)] += Math.imul(element, STEP);
  return new Map([['out', new Uint8Array(sums.buffer)]]);
}
