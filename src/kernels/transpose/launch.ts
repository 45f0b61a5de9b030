/** How the transpose is compiled and started, and the answer it must leave behind. */
import type { Launch, LaunchParam } from '../../trace/launch.ts';
import type { BuildSpec } from '../kernel.ts';
import { gridOf, sharedBytes, threadsOf, tileLayout } from './geometry.ts';
import type { TransposeParams } from './params.ts';
import { type TransposeVariant, takesPitch } from './variants.ts';

/**
 * Word i of the input holds i times this: odd, so that all words differ and all their bytes vary; below 2^29, so that
 * even the largest product is exact in a double.
 */
const STEP = 0x1e37_79b1;

export const buildSpec = (variant: TransposeVariant, p: TransposeParams): BuildSpec => ({
  source: `transpose/${variant}.cu`,
  entry: 'transpose',
  defines: { TILE: p.tile, ELEMENT_BYTES: p.elementBytes },
});

/** Elements of 8 and 16 bytes are filled as words of 4. */
function wordOf({ elementBytes }: TransposeParams): {
  readonly type: 'u8' | 'u16' | 'u32';
  readonly perElement: number;
} {
  if (elementBytes < 4) return { type: elementBytes === 1 ? 'u8' : 'u16', perElement: 1 };
  return { type: 'u32', perElement: elementBytes / 4 };
}

export function launchOf(variant: TransposeVariant, p: TransposeParams): Launch {
  const { type, perElement } = wordOf(p);
  const length = p.rows * p.columns * perElement;
  const { x, y } = threadsOf(variant, p);
  const int = (value: number): LaunchParam => ({ kind: 'scalar', type: 's32', value });
  return {
    entry: 'transpose',
    grid: gridOf(variant, p),
    block: [x, y, 1],
    dynamicSharedBytes: sharedBytes(variant, p),
    buffers: [
      { name: 'out', type, length, init: { kind: 'poison' }, output: true },
      { name: 'in', type, length, init: { kind: 'iota', start: 0, step: STEP } },
    ],
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
      int(p.rows),
      int(p.columns),
      ...(takesPitch(variant) ? [int(tileLayout(variant, p).pitchElements)] : []),
    ],
  };
}

/** Walks the output in memory order and asks which word of the input belongs there. */
export function referenceOf(p: TransposeParams): Map<string, Uint8Array> {
  const { type, perElement } = wordOf(p);
  const words = p.rows * p.columns * perElement;
  const out = new { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array }[type](words);
  let next = 0;
  for (let column = 0; column < p.columns; column++)
    for (let row = 0; row < p.rows; row++)
      for (let part = 0; part < perElement; part++)
        out[next++] = Math.imul((row * p.columns + column) * perElement + part, STEP);
  return new Map([['out', new Uint8Array(out.buffer)]]);
}
