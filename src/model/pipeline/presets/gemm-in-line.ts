/** GEMM in which all warps do the same: versions 0 and 1 of `cuda/kernels/gemm`. */
import { WARPGROUP_WARPS } from '../../../base/hardware.ts';
import type { Role, Scenario, Step } from '../../../trace/scenario.ts';
import {
  consumerName,
  type GemmShape,
  place,
  ring,
  shapeOf,
  tileFields,
  WARP_BYTES,
  warpgroups,
} from './gemm-shape.ts';
import { BAR_SYNC, MMA_SYNC, machineFields, resourcesOf } from './machine-fields.ts';
import type { PipelinePreset, PresetValues } from './preset.ts';
import { alu, barSync, fill, loop, mma, next, slot, wait, waitProducts } from './step-words.ts';

const FIELDS = [...tileFields({ stages: 3, tileM: 128, tileN: 128, tiles: 0 }), ...machineFields(MMA_SYNC, BAR_SYNC)];

/** Some of the CTA's warps. */
interface Group {
  readonly name: string;
  readonly warps: number;
}

const syncThreads = ({ mmaWarps }: GemmShape): Step => barSync(0, 32 * mmaWarps);
const store = ({ outputBytes, mmaWarps }: GemmShape, { warps }: Group): readonly Step[] => {
  const bytes = (outputBytes * warps) / mmaWarps;
  return [alu(bytes / WARP_BYTES), { do: 'store', bytes }];
};

/** A group's products in one step, for the whole stage. */
const multiply = ({ stepFlop, mmaWarps }: GemmShape, { warps }: Group): readonly Step[] => [
  mma((stepFlop * warps) / mmaWarps, slot('ring', 'read')),
  waitProducts(0),
  next('read'),
];

const places = ({ stages }: GemmShape) => [place('fill', stages, 0), place('read', stages, 0)];

function copyingGroup(group: Group, shape: GemmShape): Role {
  const { stages, steps, stageBytes, mmaWarps } = shape;
  const bytes = (stageBytes * group.warps) / mmaWarps;
  const copy: Step = { do: 'copyAsync', buffer: 'ring', at: 'fill', bytes };
  // Each step commits one group, and the last ones are empty. The same number of pending groups then means the same in
  // every step.
  const copyNothing: readonly Step[] = [{ do: 'commit' }];
  const copyStep = [alu(bytes / WARP_BYTES), copy, ...copyNothing, next('fill')];
  const waitForCopies: readonly Step[] = [{ do: 'waitCopies', pending: stages - 2 }, syncThreads(shape)];
  const ahead = Math.min(stages - 1, steps);
  const work = [
    ...loop(ahead, copyStep),
    ...loop(stages - 1 - ahead, copyNothing),
    ...loop(steps - ahead, [...waitForCopies, ...copyStep, ...multiply(shape, group)]),
    ...loop(ahead, [...waitForCopies, ...copyNothing, ...multiply(shape, group)]),
  ];
  return { ...group, places: places(shape), steps: [...work, ...store(shape, group)] };
}

function cpAsync(values: PresetValues): Scenario {
  const shape = shapeOf(values);
  const groups = warpgroups(shape.mmaWarps).map((warps, i): Group => {
    const first = WARPGROUP_WARPS * i;
    return { name: warps === 1 ? `warp ${first}` : `warps ${first}–${first + warps - 1}`, warps };
  });
  const roles = groups.map(group => copyingGroup(group, shape));
  return { resources: resourcesOf(values), barriers: [], buffers: [ring(shape)], roles };
}

/** @param copies whether the group has the thread that starts copies. */
function waitingGroup(group: Group, shape: GemmShape, copies: boolean): Role {
  const { stages, steps, stageBytes } = shape;
  const ahead = Math.min(stages, steps);
  const copyStep = copies ? [...fill('ring', 'full', 'fill', stageBytes), next('fill')] : [];
  const step = [wait('full', 'read'), ...multiply(shape, group), syncThreads(shape)];
  return {
    ...group,
    places: places(shape),
    steps: [
      ...(copies ? loop(ahead, copyStep) : []),
      syncThreads(shape),
      ...loop(steps - ahead, [...step, ...copyStep]),
      ...loop(ahead, step),
      ...store(shape, group),
    ],
  };
}

/** The warp whose thread starts the copies does this in addition to what all warps do. */
function tma(values: PresetValues): Scenario {
  const shape = shapeOf(values);
  const [first, ...rest] = warpgroups(shape.mmaWarps);
  const sizes = [first - 1, ...rest].filter(warps => warps > 0);
  const others = sizes.map((warps, i) =>
    waitingGroup({ name: consumerName(i + 1, sizes.length), warps }, shape, false),
  );
  return {
    resources: resourcesOf(values),
    barriers: [{ name: 'full', stages: shape.stages, count: 1 }],
    buffers: [ring(shape)],
    roles: [waitingGroup({ name: 'warp 0', warps: 1 }, shape, true), ...others],
  };
}

export const v0CpAsync: PipelinePreset = {
  id: 'v0-cp-async',
  title: 'cp.async, multistage',
  about: 'The threads copy some stages ahead themselves; every step has a barrier of the CTA.',
  source: 'cuda/kernels/gemm/v0-cp-async.cu',
  fields: FIELDS,
  scenario: cpAsync,
};

export const v1Tma: PipelinePreset = {
  id: 'v1-tma',
  title: 'TMA, in line',
  about:
    'One thread starts the copies, an mbarrier tells when a stage is full, and a barrier of the CTA tells when it has been read.',
  source: 'cuda/kernels/gemm/v1-tma.cu',
  fields: FIELDS,
  scenario: tma,
};
