/**
 * The pipelines of docs/pipelines.md: each as it is found in the kernel's events. The roles beside the pictures there were written
 * by hand, from the sources. After a wanted change: `UPDATE_GOLDENS=1 npx vitest run scripts/pipeline-pictures.test.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replayOf, type SmallKernel } from '../src/inspect/replay/fixtures/replayed.ts';
import { startReplay } from '../src/inspect/replay/index.ts';
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
import { projectRoot } from './tree.ts';

const WIDTH_PX = 790;
const FOLDER = join(projectRoot, 'docs/pipelines');
const fixture = (name: string) => readFileSync(join(projectRoot, 'src/inspect/replay/fixtures', name), 'utf8');

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

it.each<[string, string, () => readonly PipelineRecords[]]>([
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
