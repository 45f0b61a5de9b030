/** GEMM whose warps all do the same: versions 0 and 1 of `cuda/kernels/gemm`, with two halves of the CTA as roles. */
import type { Role, Scenario, Step } from '../../../trace/scenario.ts';
import { type GemmShape, place, ring, shapeOf, tileFields, WARP_BYTES } from './gemm-shape.ts';
import { MMA_SYNC, machineFields, resourcesOf } from './machine-fields.ts';
import type { Preset, PresetValues } from './preset.ts';
import { alu, barSync, fill, loop, mma, next, slot, wait, waitProducts } from './step-words.ts';

const HALVES = ['warps 0–3', 'warps 4–7'];
const WARPS = 4;
const ALL_THREADS = 32 * WARPS * HALVES.length;
const FIELDS = [...tileFields({ stages: 3, tileM: 128, tileN: 128, tiles: 0 }), ...machineFields(MMA_SYNC)];

const syncThreads = barSync(0, ALL_THREADS);
const store = ({ outputBytes }: GemmShape): readonly Step[] => [
  alu(outputBytes / HALVES.length / WARP_BYTES),
  { do: 'store', bytes: outputBytes / HALVES.length },
];

/** A half's products of a step, of the whole stage. */
const multiply = ({ stepFlop }: GemmShape): readonly Step[] => [
  mma(stepFlop / HALVES.length, slot('ring', 'read')),
  waitProducts(0),
  next('read'),
];

const places = ({ stages }: GemmShape) => [place('fill', stages, 0), place('read', stages, 0)];

function copyingHalf(name: string, shape: GemmShape): Role {
  const { stages, steps, stageBytes } = shape;
  const bytes = stageBytes / HALVES.length;
  const copy: Step = { do: 'copyAsync', buffer: 'ring', at: 'fill', bytes };
  // A group for each step, empty ones behind the last: so many groups pending means the same in every step.
  const copyNothing: readonly Step[] = [{ do: 'commit' }];
  const copyStep = [alu(bytes / WARP_BYTES), copy, ...copyNothing, next('fill')];
  const waitForCopies: readonly Step[] = [{ do: 'waitCopies', pending: stages - 2 }, syncThreads];
  const ahead = Math.min(stages - 1, steps);
  const work = [
    ...loop(ahead, copyStep),
    ...loop(stages - 1 - ahead, copyNothing),
    ...loop(steps - ahead, [...waitForCopies, ...copyStep, ...multiply(shape)]),
    ...loop(ahead, [...waitForCopies, ...copyNothing, ...multiply(shape)]),
  ];
  return { name, warps: WARPS, places: places(shape), steps: [...work, ...store(shape)] };
}

function cpAsync(values: PresetValues): Scenario {
  const shape = shapeOf(values);
  const roles = HALVES.map(name => copyingHalf(name, shape));
  return { resources: resourcesOf(values), barriers: [], buffers: [ring(shape)], roles };
}

/** `copies`: whether the half has the thread that asks for them. */
function waitingHalf(name: string, shape: GemmShape, copies: boolean): Role {
  const { stages, steps, stageBytes } = shape;
  const ahead = Math.min(stages, steps);
  const copyStep = copies ? [...fill('ring', 'full', 'fill', stageBytes), next('fill')] : [];
  const step = [wait('full', 'read'), ...multiply(shape), syncThreads];
  return {
    name,
    warps: WARPS,
    places: places(shape),
    steps: [
      ...(copies ? loop(ahead, copyStep) : []),
      syncThreads,
      ...loop(steps - ahead, [...step, ...copyStep]),
      ...loop(ahead, step),
      ...store(shape),
    ],
  };
}

function tma(values: PresetValues): Scenario {
  const shape = shapeOf(values);
  return {
    resources: resourcesOf(values),
    barriers: [{ name: 'full', stages: shape.stages, count: 1 }],
    buffers: [ring(shape)],
    roles: HALVES.map((name, i) => waitingHalf(name, shape, i === 0)),
  };
}

export const v0CpAsync: Preset = {
  id: 'v0-cp-async',
  title: 'cp.async, multistage',
  about: 'Threads copy some stages ahead by themselves; a barrier of the CTA stands in every step.',
  source: 'cuda/kernels/gemm/v0-cp-async.cu',
  fields: FIELDS,
  scenario: cpAsync,
};

export const v1Tma: Preset = {
  id: 'v1-tma',
  title: 'TMA, in line',
  about:
    'One thread asks the copy engine, an mbarrier says when a stage is full; a barrier of the CTA says when it is read.',
  source: 'cuda/kernels/gemm/v1-tma.cu',
  fields: FIELDS,
  scenario: tma,
};
