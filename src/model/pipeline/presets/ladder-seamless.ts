/**
 * Version 7 as a pipeline: the next tile's first product runs beside the last one of this, and every block has a turn. The producer's
 * last word says that there are no more tiles.
 */
import { WARPGROUP_WARPS } from '../../../base/hardware.ts';
import type { BufferRing, Role, Scenario, Step } from '../../../trace/scenario.ts';
import { place } from './gemm-shape.ts';
import { consumer, passTurn, sendParts, takeTurn, turnNames } from './ladder-roles.ts';
import {
  done,
  groupNumbers,
  keyProduct,
  type Ladder,
  LSE_BYTES,
  ladderBuffers,
  ladderOf,
  ladderProducer,
  packWeights,
  partBytes,
  release,
  rescale,
  ringBarriers,
  softmax,
  valueProduct,
} from './ladder-shape.ts';
import { sharedResources } from './machine-fields.ts';
import type { PresetValues } from './preset.ts';
import { arrive, loop, next, wait, waitProducts } from './step-words.ts';

/** Two tiles of the widest heads would not fit. */
export const queryStages = ({ headDim }: Ladder): number => (headDim === 256 ? 1 : 2);

/** Both products of a step, and the softmax under the second. @param behind once the scores have come. */
const step = (shape: Ladder, group: number, behind: readonly Step[]): readonly Step[] => [
  wait('full k', 'k'),
  ...takeTurn(shape, group),
  keyProduct(shape),
  wait('full v', 'v'),
  valueProduct(shape),
  ...passTurn(shape, group),
  waitProducts(1),
  ...release('k'),
  ...behind,
  ...softmax(shape),
  ...done('v'),
];

function seamlessConsumer(shape: Ladder, group: number): Role {
  const { blocks, tiles, groups } = shape;
  const lastRead = [arrive('empty q', 'q', WARPGROUP_WARPS), next('q')];
  const behind = blocks === 1 ? lastRead : [];
  const leave = [rescale(shape), ...sendParts(shape, group)];
  const lse: Step = { do: 'store', bytes: LSE_BYTES };
  /** Sums are hardly ever scaled: a largest score must grow by a factor of 2^8. */
  const within = [
    ...loop(blocks - 2, [...step(shape, group, []), packWeights(shape)]),
    ...loop(Math.min(1, blocks - 1), [...step(shape, group, lastRead), packWeights(shape)]),
  ];
  const first = [
    ...(group === groups ? passTurn(shape, group) : []),
    wait('full q', 'q'),
    wait('full k', 'k'),
    ...takeTurn(shape, group),
    keyProduct(shape),
    ...passTurn(shape, group),
    waitProducts(0),
    ...release('k'),
    ...behind,
    ...softmax(shape),
    packWeights(shape),
  ];
  const seam = [lse, wait('full q', 'q'), ...step(shape, group, behind), ...leave, packWeights(shape)];
  const last = [lse, wait('full q', 'q'), wait('full v', 'v'), valueProduct(shape), ...done('v'), ...leave];
  const steps = [
    ...first,
    ...within,
    ...loop(tiles - 1, [...seam, ...within]),
    ...last,
    { do: 'waitStores', pending: 0 } as const,
    ...(group === 1 ? takeTurn(shape, group) : []),
  ];
  return consumer(shape, group, steps, [place('out', 1, 0)], queryStages(shape));
}

export function seamless(values: PresetValues): Scenario {
  const shape = ladderOf(values, Number(values.headDim) === 64);
  const stages = queryStages(shape);
  const outputs = groupNumbers(shape).map((group): BufferRing => {
    return { name: `out ${group}`, stages: 1, bytes: partBytes(shape) };
  });
  return {
    resources: sharedResources(values),
    barriers: [
      { name: 'full q', stages, count: 1 },
      { name: 'empty q', stages, count: shape.groups * WARPGROUP_WARPS },
      ...ringBarriers(shape),
    ],
    ...turnNames(shape),
    buffers: [...ladderBuffers(shape, stages), ...outputs],
    roles: [
      ladderProducer(shape, { waits: true, stages, lastWord: [wait('empty q', 'q'), arrive('full q', 'q', 1)] }),
      ...groupNumbers(shape).map(group => seamlessConsumer(shape, group)),
    ],
  };
}
