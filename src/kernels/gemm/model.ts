/**
 * Accesses of each version's CTA in closed form. Operands of wgmma are not among them: it reads matrices from shared
 * memory by descriptors, without lanes. The model uses nothing of the compiled kernel.
 */
import { assert } from '../../base/assert.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Launch, TensorMapParam } from '../../trace/launch.ts';
import { type CtaAccess, ctaTrace } from '../cta-trace.ts';
import { byWarp } from '../engine-copy.ts';
import type { Prediction } from '../kernel.ts';
import { type GemmBuild, sharedBytes, threadsOf } from './build.ts';
import type { GemmSize } from './launch.ts';
import { matrixReads, producerWarp } from './matrix-reads.ts';
import { boxCopies, type MappedBuffer, type StepCopy, threadCopies } from './operand-copies.ts';
import { boxStores, warpgroupStores, warpStores } from './output-stores.ts';
import { rowStores } from './row-stores.ts';
import { splitSums } from './split-sums.ts';
import { operandTile, ownSteps, stepsOf, type TileCorner, tilesOf } from './tiles.ts';
import { hasFewThreads, multipliesByWarpgroup, splitsK, storesByMap } from './versions.ts';

/** A CTA of a launch, and where everything lies. */
interface Cta {
  readonly build: GemmBuild;
  readonly size: GemmSize;
  readonly number: number;
  readonly tiles: readonly TileCorner[];
  readonly addressOf: (buffer: string) => number;
  readonly mapped: (buffer: string) => MappedBuffer;
}

export function predict(build: GemmBuild, size: GemmSize, launch: Launch, number: number): Prediction {
  const tiles = tilesOf(build, size, number, launch.grid[0]);
  const cta: Cta = { build, size, number, tiles, ...placesOf(launch) };
  return {
    trace: ctaTrace(number, threadsOf(build), accessesOf(cta)),
    tile: operandTile(build, 0, 'a'),
    sharedBytes: sharedBytes(build),
  };
}

function placesOf(launch: Launch): Pick<Cta, 'addressOf' | 'mapped'> {
  const addresses = bufferAddresses(launch);
  const addressOf = (buffer: string): number => addresses.get(buffer)!;
  const maps = launch.params.filter((param): param is TensorMapParam => param.kind === 'tensorMap');
  const mapped = (buffer: string): MappedBuffer => {
    // A C without a map has that of B in its place, which is not looked at.
    const map = maps.find(each => each.buffer === buffer) ?? maps[1];
    assert(map !== undefined, 'the version takes maps');
    return { map, address: addressOf(buffer) };
  };
  return { addressOf, mapped };
}

function accessesOf(cta: Cta): CtaAccess[] {
  const { version } = cta.build;
  if (version === 'v0-cp-async') return copiedByThreads(cta);
  if (version === 'v1-tma' || version === 'wrong-swizzle') return copiedInLine(cta);
  return [...produced(cta), ...consumed(cta)];
}

const stepCopy = ({ build, size, tiles }: Cta, step: number, interval: number): StepCopy => ({
  ...{ build, size, step, interval },
  corner: tiles[0],
  stage: step % build.stages,
});

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** One barrier for each step; the stage that is then copied is the one that no thread reads any more. */
function copiedByThreads(cta: Cta): CtaAccess[] {
  const { build, size } = cta;
  const steps = stepsOf(build, size);
  const ahead = build.stages - 1;
  const copy = (step: number, interval: number) =>
    step < steps ? threadCopies(stepCopy(cta, step, interval), cta.addressOf) : [];
  return [
    ...numbers(0, ahead).flatMap(step => copy(step, 0)),
    ...numbers(0, steps).flatMap(step => [
      ...copy(step + ahead, step + 1),
      ...matrixReads(build, step % build.stages, step + 1),
    ]),
    ...warpStores({ build, size, corner: cta.tiles[0], interval: steps }, cta.addressOf('c')),
  ];
}

/** The first thread asks for a stage after the barrier behind which no thread reads it any more. */
function copiedInLine(cta: Cta): CtaAccess[] {
  const { build, size } = cta;
  const steps = stepsOf(build, size);
  const copy = (step: number, interval: number) =>
    step < steps ? boxCopies(stepCopy(cta, step, interval), cta.mapped, cta.number) : [];
  return [
    ...numbers(0, build.stages).flatMap(step => copy(step, 0)),
    ...numbers(0, steps).flatMap(step => [
      ...matrixReads(build, step % build.stages, step + 1),
      ...copy(step + build.stages, step + 2),
    ]),
    ...warpStores({ build, size, corner: cta.tiles[0], interval: steps + 1 }, cta.addressOf('c')),
  ];
}

/** Barriers passed before the work: all threads pass one first. */
const RUNNING = 1;

/** Stages go round without regard to tiles. */
function produced(cta: Cta): CtaAccess[] {
  const { build, size, tiles, number } = cta;
  const { first, end } = ownSteps(build, size, number);
  // With few threads, the first stage is asked for before the CTA meets.
  const before = hasFewThreads(build.version) ? 1 : 0;
  const copies = tiles.flatMap((corner, tile) =>
    numbers(first, end).flatMap(step => {
      const fill = tile * (end - first) + step - first;
      const at = { step, stage: fill % build.stages, interval: fill < before ? 0 : RUNNING };
      return boxCopies({ build, size, corner, ...at }, cta.mapped, number);
    }),
  );
  return byWarp(producerWarp(build), copies);
}

function consumed(cta: Cta): CtaAccess[] {
  const { build, size, tiles } = cta;
  const leaving = tiles.map(corner => ({ build, size, corner, interval: RUNNING }));
  if (build.version === 'v6-small') return leaving.flatMap(tile => rowStores(tile, cta.addressOf('c')));
  if (splitsK(build.version)) return leaving.flatMap(tile => splitSums(tile, cta.addressOf('c'), cta.number));
  if (storesByMap(build.version)) return leaving.flatMap(tile => boxStores(tile, cta.mapped('c')));
  if (multipliesByWarpgroup(build.version)) return leaving.flatMap(tile => warpgroupStores(tile, cta.addressOf('c')));
  return [
    ...numbers(0, stepsOf(build, size)).flatMap(step => matrixReads(build, step % build.stages, RUNNING)),
    ...leaving.flatMap(tile => warpStores(tile, cta.addressOf('c'))),
  ];
}
