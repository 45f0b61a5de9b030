/** What `cuTensorMapEncodeIm2col` demands of its arguments: the comment above the function in cuda.h of CUDA 13.0. */
import type { Im2colMap } from './launch.ts';
import { pixelMap } from './pixel-map.ts';
import { tensorMapBreaches } from './tensor-map-rules.ts';

const MOST_PIXELS = 1024;
/** Limits of corners, indexed by the number of dimensions between channels and images. */
const CORNERS: readonly (readonly [least: number, most: number])[] = [
  [-32768, 32767],
  [-128, 127],
  [-16, 15],
];

export interface Im2colBreach {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Every rule that the map violates. `globalAddress` is the address at which the tensor starts. */
export function* im2colBreaches(map: Im2colMap, globalAddress = 0): Generator<Im2colBreach> {
  const rank = map.dims.length;
  if (rank < 3 || rank > 5) {
    yield { path: ['dims'], message: `${rank} dimensions; a map for im2col copies has 3 to 5` };
    return;
  }
  for (const { path, message } of tensorMapBreaches(pixelMap(map), globalAddress)) {
    yield { path: path[0] === 'box' ? ['channelsPerPixel'] : path, message };
  }
  const { pixelsPerColumn } = map;
  if (!Number.isInteger(pixelsPerColumn) || pixelsPerColumn < 1 || pixelsPerColumn > MOST_PIXELS) {
    yield { path: ['pixelsPerColumn'], message: `${pixelsPerColumn}: must be a whole number from 1 to ${MOST_PIXELS}` };
  }
  yield* cornerRules(map);
}

function* cornerRules(map: Im2colMap): Generator<Im2colBreach> {
  const inner = map.dims.slice(1, -1);
  const [least, most] = CORNERS[inner.length - 1];
  for (const field of ['lowerCorner', 'upperCorner'] as const) {
    if (map[field].length !== inner.length) {
      yield { path: [field], message: `${map[field].length} entries; ${map.dims.length} dims need ${inner.length}` };
      return;
    }
    for (const [i, n] of map[field].entries()) {
      if (!Number.isInteger(n) || n < least || n > most) {
        yield { path: [field, i], message: `${n}: must be a whole number from ${least} to ${most}` };
      }
    }
  }
  for (const [i, n] of inner.entries()) {
    const pixels = n + map.upperCorner[i] - map.lowerCorner[i];
    if (pixels < 1)
      yield { path: ['upperCorner', i], message: `the box has ${pixels} pixels along dimension ${i + 1}` };
  }
}
