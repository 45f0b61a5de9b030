/** GEMM with two consumers that take turns, each with its own tile: CUTLASS calls it ping-pong. */
import { WARPGROUP_WARPS } from '../../../base/hardware.ts';
import type { Role, Scenario } from '../../../trace/scenario.ts';
import { type GemmShape, handshake, multiplyAhead, place, producer, ring, shapeOf, tileFields } from './gemm-shape.ts';
import { AT_LAUNCH, PRODUCER_KEEPS, readPlaces, storePart, takeRegisters } from './gemm-warpgroups.ts';
import { MBARRIER, machineFields, resourcesOf, WGMMA } from './machine-fields.ts';
import type { PipelinePreset, PresetValues } from './preset.ts';
import { arrive, loop, next, wait } from './step-words.ts';

const CONSUMERS = [1, 2];

/**
 * Computes every other tile by itself: it multiplies when it is its turn, and stores while the other one multiplies.
 */
function alternating(n: number, shape: GemmShape): Role {
  const { steps, tiles, stepFlop, outputBytes } = shape;
  const isFirst = n === 1;
  const skipOther = [next('read', steps), next('release', steps)];
  const tile = [
    wait(`turn ${n}`, 'turn'),
    next('turn'),
    ...multiplyAhead(stepFlop, steps, WARPGROUP_WARPS),
    arrive(`turn ${isFirst ? 2 : 1}`, 'turn', WARPGROUP_WARPS),
    ...storePart(`out ${n}`, outputBytes),
  ];
  const own = isFirst ? Math.ceil(tiles / 2) : Math.floor(tiles / 2);
  const work = [...(isFirst ? [] : skipOther), ...loop(own, [...tile, ...skipOther])];
  const places = [...readPlaces(shape), place('out', 1, 0), place('turn', 1, isFirst ? 1 : 0)];
  return {
    name: `consumer ${n}`,
    warps: WARPGROUP_WARPS,
    registers: AT_LAUNCH,
    places,
    steps: [takeRegisters, ...work],
  };
}

function pingPong(values: PresetValues): Scenario {
  const shape = shapeOf(values);
  const turns = CONSUMERS.map(n => ({ name: `turn ${n}`, stages: 1, count: WARPGROUP_WARPS }));
  return {
    resources: resourcesOf(values),
    barriers: [...handshake(shape.stages, WARPGROUP_WARPS), ...turns],
    buffers: [ring(shape), ...CONSUMERS.map(n => ({ name: `out ${n}`, stages: 1, bytes: shape.outputBytes }))],
    roles: [
      producer(shape, WARPGROUP_WARPS, [AT_LAUNCH, PRODUCER_KEEPS]),
      ...CONSUMERS.map(n => alternating(n, shape)),
    ],
  };
}

export const pingPongGemm: PipelinePreset = {
  id: 'ping-pong',
  title: 'Ping-pong: two consumers, each its own tile',
  about: 'One warpgroup multiplies while the other stores its tile; order barriers keep them apart.',
  source: 'the ping-pong kernel of CUTLASS (sm90_gemm_tma_warpspecialized_pingpong.hpp)',
  fields: [...tileFields({ stages: 5, tileM: 64, tileN: 128, tiles: 4 }), ...machineFields(WGMMA, MBARRIER)],
  scenario: pingPong,
};
