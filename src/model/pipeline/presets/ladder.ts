/** Our own attention ladder as pipelines: versions 2 to 7 of `cuda/kernels/attention`. */
import { WARPGROUP_WARPS } from '../../../base/hardware.ts';
import type { BufferRing, Role, Scenario, Step } from '../../../trace/scenario.ts';
import { ALU_PER_SCORE } from './attention.ts';
import { place } from './gemm-shape.ts';
import { consumer, passTurn, sendParts, takeTurn, turnNames } from './ladder-roles.ts';
import { seamless } from './ladder-seamless.ts';
import {
  done,
  groupNumbers,
  keyBytes,
  keyProduct,
  type Ladder,
  LSE_BYTES,
  ladderBuffers,
  ladderOf,
  ladderProducer,
  mmaThreads,
  outputBytes,
  packWeights,
  partBytes,
  queryBytes,
  readPlaces,
  release,
  rescale,
  ringBarriers,
  STAGES,
  softmax,
  storeDirectly,
  valueProduct,
} from './ladder-shape.ts';
import { attentionFields, sharedResources, WGMMA } from './machine-fields.ts';
import { count, type PipelinePreset, type PresetField, type PresetValues } from './preset.ts';
import { arrive, barSync, fill, loop, next, wait, waitProducts } from './step-words.ts';

/** Product, softmax, product: one after the other. @param release what follows a product that is done. */
const plainBlock = (shape: Ladder, isFirst: boolean, release: (name: string) => readonly Step[]): readonly Step[] => [
  wait('full k', 'k'),
  keyProduct(shape),
  waitProducts(0),
  ...release('k'),
  ...softmax(shape),
  ...(isFirst ? [] : [rescale(shape)]),
  packWeights(shape),
  wait('full v', 'v'),
  valueProduct(shape),
  waitProducts(0),
  ...release('v'),
];

const plainTile = (shape: Ladder): readonly Step[] => [
  wait('full q', 'q'),
  ...plainBlock(shape, true, release),
  ...loop(shape.blocks - 1, plainBlock(shape, false, release)),
];

/** The next block's scores are asked for ahead of this one's product with the values. */
function overlappedBlock(shape: Ladder, group: number, isLast: boolean): readonly Step[] {
  const passes = !(isLast && group === shape.groups);
  return [
    wait('full k', 'k'),
    ...takeTurn(shape, group),
    keyProduct(shape),
    wait('full v', 'v'),
    valueProduct(shape),
    ...(passes ? passTurn(shape, group) : []),
    waitProducts(1),
    ...release('k'),
    ...softmax(shape),
    ...done('v'),
    rescale(shape),
    packWeights(shape),
  ];
}

/** @param meanwhile under the first product. @param behind where Q has been read for the last time. */
function overlappedTile(
  shape: Ladder,
  group: number,
  {
    meanwhile = [],
    behind = [],
  }: Readonly<Record<'meanwhile' | 'behind', readonly Step[]>> | Record<string, never> = {},
): readonly Step[] {
  const { blocks, groups } = shape;
  return [
    wait('full q', 'q'),
    wait('full k', 'k'),
    keyProduct(shape),
    ...meanwhile,
    ...done('k'),
    ...softmax(shape),
    packWeights(shape),
    // No warpgroup has had a turn yet: the last one lets the first one through.
    ...(group === groups && blocks > 1 ? passTurn(shape, group) : []),
    ...loop(blocks - 2, overlappedBlock(shape, group, false)),
    ...loop(Math.min(1, blocks - 1), overlappedBlock(shape, group, true)),
    ...behind,
    wait('full v', 'v'),
    valueProduct(shape),
    ...done('v'),
  ];
}

/** Versions 3 to 5: a CTA has one tile of queries. */
function specialized(values: PresetValues, overlaps: boolean, isPingPong: boolean): Scenario {
  const shape = ladderOf(values, isPingPong);
  const tileOf = (group: number) => (overlaps ? overlappedTile(shape, group) : plainTile(shape));
  return {
    resources: sharedResources(values),
    barriers: [{ name: 'full q', stages: 1, count: 1 }, ...ringBarriers(shape)],
    ...turnNames(shape),
    buffers: ladderBuffers(shape),
    roles: [
      ladderProducer(shape),
      ...groupNumbers(shape).map(group => consumer(shape, group, [...tileOf(group), ...storeDirectly(shape)])),
    ],
  };
}

/**
 * Steps of one warpgroup through all tiles. A tile of O is stored during the next tile's first product, if there are
 * registers for it.
 */
function persistentConsumer(shape: Ladder, group: number): Role {
  const sends = sendParts(shape, group);
  const leavesLater = outputBytes(shape) === partBytes(shape);
  const behind = [arrive('empty q', 'q', WARPGROUP_WARPS), next('q')];
  const take: readonly Step[] = [rescale(shape), { do: 'store', bytes: LSE_BYTES }, ...(leavesLater ? [] : sends)];
  const tile = (meanwhile: readonly Step[]) => [...overlappedTile(shape, group, { meanwhile, behind }), ...take];
  const later = leavesLater ? sends : [];
  const steps = [...tile([]), ...loop(shape.tiles - 1, tile(later)), ...later];
  return consumer(shape, group, [...steps, { do: 'waitStores', pending: 0 }], [place('out', 1, 0)]);
}

function persistent(values: PresetValues): Scenario {
  const shape = ladderOf(values, Number(values.headDim) === 64);
  const outputs = groupNumbers(shape).map((group): BufferRing => {
    return { name: `out ${group}`, stages: 1, bytes: partBytes(shape) };
  });
  return {
    resources: sharedResources(values),
    barriers: [
      { name: 'full q', stages: 1, count: 1 },
      { name: 'empty q', stages: 1, count: shape.groups * WARPGROUP_WARPS },
      ...ringBarriers(shape),
    ],
    ...turnNames(shape),
    buffers: [...ladderBuffers(shape), ...outputs],
    roles: [
      ladderProducer(shape, { waits: true }),
      ...groupNumbers(shape).map(group => persistentConsumer(shape, group)),
    ],
  };
}

/** Version 2: all warps multiply, and a thread of the first also asks for the copies, two blocks ahead. */
function inLineGroup(shape: Ladder, group: number): Role {
  const { blocks } = shape;
  const copies = group === 1;
  const block = ['k', 'v'].flatMap(name => [
    ...fill(name, `full ${name}`, `fill ${name}`, keyBytes(shape)),
    next(`fill ${name}`),
  ]);
  const ahead = Math.min(STAGES, blocks);
  const multiply = [...plainBlock(shape, false, name => [next(name)]), barSync(0, mmaThreads(shape))];
  return {
    name: `warpgroup ${group}`,
    warps: WARPGROUP_WARPS,
    places: [...readPlaces(1), ...(copies ? [place('fill k', STAGES, 0), place('fill v', STAGES, 0)] : [])],
    steps: [
      ...(copies ? [...fill('q', 'full q', 'q', queryBytes(shape)), ...loop(ahead, block)] : []),
      barSync(0, mmaThreads(shape)),
      wait('full q', 'q'),
      ...loop(blocks - ahead, [...multiply, ...(copies ? block : [])]),
      ...loop(ahead, multiply),
      ...storeDirectly(shape),
    ],
  };
}

function inLine(values: PresetValues): Scenario {
  const shape = ladderOf(values);
  return {
    resources: sharedResources(values),
    barriers: ['q', 'k', 'v'].map(name => ({ name: `full ${name}`, stages: name === 'q' ? 1 : STAGES, count: 1 })),
    buffers: ladderBuffers(shape),
    roles: groupNumbers(shape).map(group => inLineGroup(shape, group)),
  };
}

const fieldsOf = (tiles: number): readonly PresetField[] => [
  {
    kind: 'choice',
    name: 'headDim',
    label: 'Head dimension',
    options: [64, 128, 256],
    default: 128,
    source: 'a choice',
  },
  count('blocks', 'Blocks of K and V', 8, [1, 1024]),
  ...(tiles > 0 ? [count('tiles', 'Tiles of Q', tiles, [1, 64])] : []),
  ALU_PER_SCORE,
  ...attentionFields(WGMMA),
];

const rung = (
  id: string,
  title: string,
  about: string,
  scenario: PipelinePreset['scenario'],
  tiles = 0,
): PipelinePreset => ({
  ...{ id, title, about, scenario },
  source: `cuda/kernels/attention/${id}.cu`,
  fields: fieldsOf(tiles),
});

/** Presets by version, the simplest first. */
export const ladder: readonly PipelinePreset[] = [
  rung(
    'a2-wgmma',
    'Attention 2: wgmma',
    'All warps multiply; one thread asks for the copies, and a barrier of the CTA ends each block.',
    inLine,
  ),
  rung(
    'a3-specialized',
    'Attention 3: warp-specialised',
    'A producer fills rings of K and V; a warpgroup has a product or its softmax, never both.',
    values => specialized(values, false, false),
  ),
  rung(
    'a4-overlap',
    'Attention 4: overlap',
    'The next block’s scores are asked for first, so that its softmax runs under this block’s product with V.',
    values => specialized(values, true, false),
  ),
  rung(
    'a5-ping-pong',
    'Attention 5: ping-pong',
    'The same, and warpgroups take turns: one multiplies while the others have their softmax.',
    values => specialized(values, true, true),
  ),
  rung(
    'a6-persistent',
    'Attention 6: persistent',
    'The CTA stays for several tiles of queries; a tile of O leaves under the next one’s first product.',
    persistent,
    2,
  ),
  rung(
    'a7-seamless',
    'Attention 7: seamless',
    'The next tile of queries begins beside this one’s last product, as two tiles of them fit.',
    seamless,
    2,
  ),
];
