/** How a build is started: operands, tensor maps and grid. */
import type { BufferInit, ElementType, Launch, LaunchParam, TensorMapParam } from '../../trace/launch.ts';
import {
  BLOCK_ROWS,
  clusterCtas,
  ELEMENT_BYTES,
  type GemmBuild,
  operandBytes,
  outputType,
  sharedBytes,
  TILE_K,
  threadsOf,
  wordElements,
} from './build.ts';
import { isPersistent, overlaps, storesByMap, takesMaps } from './versions.ts';

/** C is M x N; rows of K elements are multiples of 16 bytes. */
export interface GemmSize {
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

/** Small integers make every sum exact. */
export interface GemmInputs {
  readonly a: BufferInit;
  readonly b: BufferInit;
}

/** `residentCtas`: how many CTAs the GPU runs at a time, of which the persistent version needs no more. */
export function launchOf(build: GemmBuild, size: GemmSize, operands: GemmInputs, residentCtas: number): Launch {
  const { m, n, k } = size;
  const { elementType } = build;
  const inCluster = clusterCtas(build);
  const pointer = (buffer: string): LaunchParam => ({ kind: 'pointer', buffer });
  return {
    entry: 'gemm',
    grid: [ctasOf(build, size, residentCtas), 1, 1],
    block: [threadsOf(build), 1, 1],
    ...(inCluster > 1 ? { cluster: [inCluster, 1, 1] as const } : {}),
    ...(overlaps(build.version) ? { programmaticStreamSerialization: true } : {}),
    dynamicSharedBytes: sharedBytes(build),
    buffers: [
      { name: 'c', type: outputType(build), length: m * n, init: { kind: 'poison' }, output: true },
      { name: 'a', type: elementType, length: m * k, init: operands.a },
      { name: 'b', type: elementType, length: n * k, init: operands.b },
    ],
    params: [
      pointer('c'),
      ...(takesMaps(build.version) ? mapsOf(build, size) : [pointer('a'), pointer('b')]),
      ...[m, n, k / wordElements(build)].map((value): LaunchParam => ({ kind: 'scalar', type: 's32', value })),
    ],
  };
}

/** A CTA for each tile; of the persistent version whole clusters, and no more than what as many rounds need. */
function ctasOf(build: GemmBuild, { m, n }: GemmSize, residentCtas: number): number {
  const { tileM, tileN, clusterM, clusterN } = build;
  const clusters = Math.ceil(m / (tileM * clusterM)) * Math.ceil(n / (tileN * clusterN));
  const inCluster = clusterCtas(build);
  if (!isPersistent(build.version)) return clusters * inCluster;
  const resident = Math.max(1, Math.floor(residentCtas / inCluster));
  return Math.ceil(clusters / Math.ceil(clusters / resident)) * inCluster;
}

/** CTAs of a cluster load equal parts of the rows that they share. */
function mapsOf(build: GemmBuild, { m, n, k }: GemmSize): LaunchParam[] {
  // Two elements of 8 bits travel as a word of 16.
  const type = operandBytes(build) === ELEMENT_BYTES ? build.elementType : 'u16';
  const words = k / wordElements(build);
  // Where most of a step is read from memory, once, and enough stages are asked for to keep it busy, the other half of what the
  // L2 cache would fetch is not wanted yet.
  const l2Promotion = build.tileM < BLOCK_ROWS && build.stages > 8 ? '128B' : '256B';
  const a = mapOf('a', type, [m, words], build.tileM / build.clusterN, l2Promotion);
  const b = mapOf('b', type, [n, words], build.tileN / build.clusterM, l2Promotion);
  if (!storesByMap(build.version)) return [a, b];
  // Rows of a C that no map describes are stored without one; the kernel does not look at the map then.
  return [a, b, (n * ELEMENT_BYTES) % 16 === 0 ? mapOf('c', outputType(build), [m, n], 16) : b];
}

/** Boxes of 128 bytes to a row, swizzled. */
const mapOf = (
  buffer: string,
  type: ElementType,
  [rows, columns]: readonly [number, number],
  boxRows: number,
  l2Promotion: TensorMapParam['l2Promotion'] = '256B',
): TensorMapParam => ({
  kind: 'tensorMap',
  pass: 'value',
  buffer,
  type,
  dims: [columns, rows],
  stridesBytes: [columns * ELEMENT_BYTES],
  box: [TILE_K, boxRows],
  elementStrides: [1, 1],
  interleave: 'none',
  swizzle: '128B',
  l2Promotion,
  oobFill: 'zero',
});
