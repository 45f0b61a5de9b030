/**
 * The pipelines of docs/pipelines.md: each as it is found in the kernel's events. The roles beside the pictures there, and those that are
 * expected here of kernels of others, were written by hand, from the sources. After a wanted change: `UPDATE_GOLDENS=1 npx vitest run scripts/pipeline-pictures.test.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agreement } from '../src/inspect/replay/beside/beside-preset.ts';
import { fittingPresets } from '../src/inspect/replay/beside/fitting-presets.ts';
import { replayOf, type SmallKernel } from '../src/inspect/replay/fixtures/replayed.ts';
import { startReplay } from '../src/inspect/replay/index.ts';
import { type Replay, replay } from '../src/inspect/replay/replay.ts';
import { resourcesFor } from '../src/inspect/replay/resources-for.ts';
import { tileKeys, tileQueries } from '../src/kernels/attention/build.ts';
import { kernel } from '../src/kernels/attention/index.ts';
import { realLaunch } from '../src/kernels/attention/launch.ts';
import { schema } from '../src/kernels/attention/params.ts';
import { PRESETS } from '../src/model/pipeline/presets/index.ts';
import { presetScenario } from '../src/model/pipeline/presets/preset.ts';
import { simulate } from '../src/model/pipeline/simulate.ts';
import { axisClkFor, type PipelineRecords } from '../src/pictures/pipeline/records.ts';
import { pipelineFigure } from '../src/pictures/pipeline-timeline/figure.ts';
import { figuresSvg } from '../src/pictures/scene/figure-svg.ts';
import { themes } from '../src/pictures/theme.ts';
import { defaultView } from '../src/pictures/view.ts';
import { fullyLoaded } from '../src/ptx/index.ts';
import { parseModule } from '../src/ptx/parse/module.ts';
import { unpackedEvents } from './logged-events.ts';
import { projectRoot } from './tree.ts';

const WIDTH_PX = 790;
const FOLDER = join(projectRoot, 'docs/pipelines');
const fixture = (name: string) => readFileSync(join(projectRoot, 'src/inspect/replay/fixtures', name), 'utf8');

/** Events of a kernel that is not of this project: `pipeline-events.ts` took them from a capture. */
function foreign(name: string): Replay {
  const events = unpackedEvents(readFileSync(join(projectRoot, 'scripts/fixtures/pipelines', `${name}.json.gz`)));
  const places = { lineOf: () => 0, callOf: () => ({ callee: '', line: 0, kernelLine: 0 }) };
  const played = replay(events, resourcesFor(events), places);
  if (!played.ok) throw new Error(played.error.message);
  return played.value;
}

const recordsOf = ({ scenario, run }: Pick<PipelineRecords, 'scenario' | 'run'>): PipelineRecords => ({
  ...{ scenario, run, under: [], ghostClk: null, scaleClk: axisClkFor(run), originClk: 0 },
});

const small = (file: string, of: SmallKernel) => () => [recordsOf(replayOf(fixture(file), of))];

/** The kernel that does what FlashAttention-3 does, and the schedule that is predicted for it. */
function pingPong(): readonly PipelineRecords[] {
  const shape = { headDim: 64, blocks: 3 } as const;
  const preset = presetScenario(PRESETS.find(({ id }) => id === 'a5-ping-pong')!, { ...shape });
  if (!preset.ok) throw new Error(preset.error.message);
  const [queries, keys] = [tileQueries('a5-ping-pong', shape), shape.blocks * tileKeys('a5-ping-pong', shape)];
  const params = schema.parse({ headDim: shape.headDim, queries, keys, residentCtas: 1 });
  const path = join(projectRoot, 'public/ptx', kernel.ptxPath('a5-ping-pong', params, 'sm_90a'));
  const module = parseModule(readFileSync(path, 'utf8'));
  if (!module.ok) throw new Error(module.error.message);
  const launch = realLaunch('a5-ping-pong', params);
  const started = startReplay(fullyLoaded(module.value), launch, { cta: 0, sharedBaseBytes: 1024 });
  if (!started.ok) throw new Error(started.error.message);
  started.value.run(Number.POSITIVE_INFINITY);
  const logged = started.value.finish();
  const played = logged.ok ? logged.value.play(preset.value.resources, preset.value) : logged;
  if (!played.ok) throw new Error(played.error.message);
  const predicted = { scenario: preset.value, run: simulate(preset.value) };
  const scaleClk = Math.max(axisClkFor(played.value.run), axisClkFor(predicted.run));
  return [played.value, predicted].map(of => ({ ...recordsOf(of), scaleClk }));
}

/** FlashAttention-3's kernel, and below it the preset that fits it best. */
function flashAttention(): readonly PipelineRecords[] {
  const kernel = foreign('flash-attention-3-128');
  const [{ preset, scenario }] = fittingPresets(kernel.scenario);
  expect(preset.id).toBe('fa3-forward');
  const predicted = { scenario, run: simulate(scenario) };
  const scaleClk = Math.max(axisClkFor(kernel.run), axisClkFor(predicted.run));
  return [kernel, predicted].map(of => ({ ...recordsOf(of), scaleClk }));
}

const one = (name: string) => () => [recordsOf(foreign(name))];

it.each<[string, string, () => readonly PipelineRecords[]]>([
  ['flash-attention-3-128', 'FlashAttention-3, heads of 128, above its preset', flashAttention],
  ['flash-attention-3-64', 'FlashAttention-3, heads of 64: three consumers', one('flash-attention-3-64')],
  ['cutlass-pingpong', 'CUTLASS, pingpong', one('cutlass-pingpong')],
  ['cutlass-cooperative', 'CUTLASS, cooperative', one('cutlass-cooperative')],
  ['triton-attention', 'Triton, attention', one('triton-attention')],
  ['triton-persistent', 'Triton, persistent matmul', one('triton-persistent')],
  ['triton-specialised', 'Triton, warp-specialised matmul', one('triton-specialised')],
  ['inductor-matmul', 'Inductor, matmul', one('inductor-matmul')],
  ['gluon-matmul', 'Gluon, warp-specialised matmul', one('gluon-matmul')],
  ['ping-pong', 'Attention, three consumers that take turns', pingPong],
  [
    'attention-barriers',
    'Barriers of Q, K and V, three consumers',
    small('rings.sm_90a.ptx', { entry: 'attentionBarriers', warps: 16, steps: 2 }),
  ],
  ['sum-and-max', 'Two kinds of consumers', small('rings.sm_90a.ptx', { entry: 'sumAndMax', warps: 9 })],
  ['two-producers', 'Two producers of one ring', small('rings.sm_90a.ptx', { entry: 'twoProducers', warps: 8 })],
  ['staged-sum', 'Stages of cp.async', small('rings.sm_90a.ptx', { entry: 'stagedSum', warps: 4 })],
  [
    'multicast',
    'A cluster that shares its copies',
    small('pipelines.sm_90a.ptx', { entry: 'multicastRing', warps: 8, clusterCtas: 2, steps: 5 }),
  ],
  ['tree-sum', 'The barrier of the CTA alone', small('rings.sm_90a.ptx', { entry: 'treeSum', warps: 8, steps: 2 })],
])('%s is drawn as docs/pipelines.md shows it', (name, title, records) => {
  const theme = themes.light;
  const plain = { window: null, traces: false, units: false, criticalPath: false };
  const figures = records().map((of, i) =>
    pipelineFigure(of, { ...defaultView(theme, i === 0 ? 'emulated' : 'predicted', WIDTH_PX), ...plain }),
  );
  const columns = [{ letter: null, title, note: '', figures }];
  const svg = figuresSvg({ title, description: `Pipeline of ${name}`, theme, columns, unbanked: true });
  const path = join(FOLDER, `${name}.svg`);
  if (process.env.UPDATE_GOLDENS === '1') writeFileSync(path, svg);
  expect(svg === readFileSync(path, 'utf8'), `${name}.svg differs`).toBe(true);
});

/** 'producer: 0', 'full × 4 of 1', 'ring × 4, 24576 B', '9: turn of consumer 1'. */
const found = ({ scenario, roles }: Replay) => ({
  roles: scenario.roles.map(({ name }, i) => `${name}: ${roles[i].warps.join(' ')}`),
  barriers: scenario.barriers.map(({ name, stages, count }) => `${name} × ${stages} of ${count}`),
  slots: scenario.buffers.map(({ name, stages, bytes }) => `${name} × ${stages}, ${bytes} B`),
  named: (scenario.namedBarriers ?? []).map(({ id, name }) => `${id}: ${name}`),
});

const QUIET = 'warps 1–3: 1 2 3';
const CONSUMERS = ['consumer 1: 4 5 6 7', 'consumer 2: 8 9 10 11', 'consumer 3: 12 13 14 15'];
/** Q and the place of O, K, V; `groups` release each stage. */
const flashBarriers = (groups: number): string[] => [
  ...['full 1 × 1 of 1', 'empty 1 × 1 of 1', 'full 2 × 2 of 1', `empty 2 × 2 of ${groups}`],
  ...['full 3 × 2 of 1', `empty 3 × 2 of ${groups}`],
];

it.each<[string, ReturnType<typeof found>]>([
  [
    'flash-attention-3-128',
    {
      roles: ['producer: 0', QUIET, ...CONSUMERS.slice(0, 2)],
      barriers: flashBarriers(2),
      slots: ['ring 1 × 1, 32768 B', 'ring 2 × 2, 32768 B', 'ring 3 × 2, 32768 B', 'out × 1, 32768 B'],
      named: ['6: empty', '9: turn of consumer 1', '10: turn of consumer 2'],
    },
  ],
  [
    'flash-attention-3-64',
    {
      roles: ['producer: 0', QUIET, ...CONSUMERS],
      barriers: flashBarriers(3),
      slots: ['ring 1 × 1, 24576 B', 'ring 2 × 2, 16384 B', 'ring 3 × 2, 16384 B', 'out × 1, 24576 B'],
      named: ['6: empty', '9: turn of consumer 1', '10: turn of consumer 2', '11: turn of consumer 3'],
    },
  ],
  [
    'cutlass-pingpong',
    {
      roles: ['producer: 0', QUIET, ...CONSUMERS.slice(0, 2)],
      barriers: ['full × 4 of 1', 'empty × 4 of 1', 'turn × 4 of 128', 'barrier × 1 of 32'],
      slots: ['ring × 4, 24576 B', 'out 1 × 2, 4096 B', 'out 2 × 2, 4096 B'],
      named: [],
    },
  ],
  [
    'cutlass-cooperative',
    {
      roles: ['producer: 0', QUIET, ...CONSUMERS.slice(0, 2)],
      barriers: ['full × 4 of 1', 'empty × 4 of 2', 'barrier × 1 of 32'],
      slots: ['ring × 4, 32768 B', 'out × 2, 8192 B'],
      named: [],
    },
  ],
  [
    'triton-attention',
    {
      roles: ['warps 0–3: 0 1 2 3', 'consumer: 4 5 6 7'],
      barriers: ['full 1 × 1 of 1', 'full 2 × 3 of 1', 'full 3 × 3 of 1'],
      slots: ['ring 1 × 1, 16384 B', 'ring 2 × 3, 8192 B', 'ring 3 × 3, 8192 B', 'out × 1, 16384 B'],
      named: [],
    },
  ],
  [
    'triton-persistent',
    {
      roles: ['warps 0–3: 0 1 2 3', 'consumer: 4 5 6 7'],
      barriers: ['full × 3 of 1'],
      slots: ['ring × 3, 32768 B', 'out × 1, 32768 B'],
      named: [],
    },
  ],
  [
    'triton-specialised',
    {
      roles: ['producer: 0', QUIET, ...CONSUMERS.slice(0, 2)],
      barriers: [
        ...['full 1 × 3 of 1', 'full 2 × 3 of 1', 'full 3 × 3 of 1'],
        ...['empty 1 × 3 of 128', 'empty 2 × 3 of 128', 'empty 3 × 3 of 128', 'empty 4 × 3 of 128'],
      ],
      slots: [
        ...['ring 1 × 3, 16384 B', 'ring 2 × 3, 8192 B', 'ring 3 × 3, 8192 B'],
        ...['out 1 × 1, 16384 B', 'out 2 × 1, 16384 B'],
      ],
      named: [],
    },
  ],
  [
    'inductor-matmul',
    {
      roles: ['warps 0–3: 0 1 2 3'],
      barriers: [],
      slots: ['ring 1 × 5, 16384 B', 'ring 2 × 5, 8192 B'],
      named: [],
    },
  ],
  [
    'gluon-matmul',
    {
      roles: ['consumer: 0 1 2 3', 'warps 4–7: 4 5 7', 'producer: 6'],
      barriers: ['full × 3 of 1', 'empty × 3 of 1'],
      slots: ['ring × 3, 24576 B', 'out × 1, 16384 B'],
      named: [],
    },
  ],
])('%s has the roles and rings that its source says', (name, expected) => {
  expect(found(foreign(name))).toEqual(expected);
});

it('has four of five events of FlashAttention-3 in common with its preset, in one order', () => {
  const [{ preset, values, beside }] = fittingPresets(foreign('flash-attention-3-128').scenario);
  expect(preset.id).toBe('fa3-forward');
  expect(values).toMatchObject({ headDim: 128, overlap: true, pingPong: true, tiles: 2, blocks: 4, stages: 2 });
  expect(agreement(beside)).toBeGreaterThan(0.8);
});
