/** A tensor without padding. */
import type { TensorMap } from '../../trace/launch.ts';
import { unitBytes } from './box.ts';

/**
 * Byte strides of a tensor without padding, for dimension 1 and up. Rows whose length is no multiple of 16 bytes give
 * strides that break a rule.
 */
export function denseStrides(map: Pick<TensorMap, 'type' | 'dims' | 'interleave'>): number[] {
  const strides: number[] = [];
  for (const [i, length] of map.dims.slice(0, -1).entries())
    strides.push(length * (i === 0 ? unitBytes(map) : strides[i - 1]));
  return strides;
}
