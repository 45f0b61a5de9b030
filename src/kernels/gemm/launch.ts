/** How a build is started: operands, tensor maps and grid. */
import type { BufferInit, Launch, LaunchParam, TensorMapParam } from '../../trace/launch.ts';
import { clusterCtas, ELEMENT_BYTES, type GemmBuild, sharedBytes, TILE_K, threadsOf } from './build.ts';
import { isPersistent, overlaps, takesMaps } from './versions.ts';

/** C is M x N; K is a multiple of 8. */
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
      { name: 'c', type: 'bf16', length: m * n, init: { kind: 'poison' }, output: true },
      { name: 'a', type: 'bf16', length: m * k, init: operands.a },
      { name: 'b', type: 'bf16', length: n * k, init: operands.b },
    ],
    params: [
      pointer('c'),
      ...(takesMaps(build.version) ? mapsOf(build, size) : [pointer('a'), pointer('b')]),
      ...[m, n, k].map((value): LaunchParam => ({ kind: 'scalar', type: 's32', value })),
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
  const a = mapOf('a', m, k, build.tileM / build.clusterN);
  const b = mapOf('b', n, k, build.tileN / build.clusterM);
  if (!isPersistent(build.version)) return [a, b];
  // Rows of a C that no map describes are stored without one; the kernel does not look at the map then.
  return [a, b, (n * ELEMENT_BYTES) % 16 === 0 ? mapOf('c', m, n, 16) : b];
}

/** Boxes of 128 bytes to a row, swizzled. */
const mapOf = (buffer: string, rows: number, columns: number, boxRows: number): TensorMapParam => ({
  kind: 'tensorMap',
  pass: 'value',
  buffer,
  type: 'bf16',
  dims: [columns, rows],
  stridesBytes: [columns * ELEMENT_BYTES],
  box: [TILE_K, boxRows],
  elementStrides: [1, 1],
  interleave: 'none',
  swizzle: '128B',
  l2Promotion: '256B',
  oobFill: 'zero',
});
