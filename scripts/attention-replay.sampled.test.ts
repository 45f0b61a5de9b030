/**
 * Tests replays of the attention ladder: what its compiled kernels wait for, copy and multiply, event by event against their
 * presets. By default the smallest of each version; all head dimensions and lengths with `--all`.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { firstDifference } from '../src/inspect/replay/first-difference.ts';
import { startReplay } from '../src/inspect/replay/index.ts';
import { tileKeys, tileQueries } from '../src/kernels/attention/build.ts';
import { kernel } from '../src/kernels/attention/index.ts';
import { realLaunch } from '../src/kernels/attention/launch.ts';
import { schema } from '../src/kernels/attention/params.ts';
import { type AttentionVariant, isPersistent } from '../src/kernels/attention/variants.ts';
import { PRESETS } from '../src/model/pipeline/presets/index.ts';
import { presetScenario } from '../src/model/pipeline/presets/preset.ts';
import { unrolled } from '../src/model/pipeline/steps.ts';
import { fullyLoaded } from '../src/ptx/index.ts';
import { parseModule } from '../src/ptx/parse/module.ts';
import type { Scenario } from '../src/trace/scenario.ts';
import { isWhole } from './fixtures/sweep.ts';

const PATIENCE_MS = 60_000;
/** Where a CTA's own shared memory begins on sm_90. */
const SHARED_BASE_BYTES = 1024;

interface Shape {
  readonly headDim: 64 | 128 | 256;
  readonly blocks: number;
  readonly tiles?: number;
}

function presetOf(id: string, shape: Shape): Scenario {
  const made = presetScenario(PRESETS.find(preset => preset.id === id)!, { ...shape });
  if (!made.ok) throw new Error(`${made.error.field}: ${made.error.message}`);
  return made.value;
}

/** One CTA of the compiled kernel, with the names of that preset. */
function replayed(variant: AttentionVariant, { headDim, blocks, tiles = 1 }: Shape, preset: Scenario) {
  const queries = tiles * tileQueries(variant, { headDim });
  const params = schema.parse({ headDim, queries, keys: blocks * tileKeys(variant, { headDim }), residentCtas: 1 });
  const ptx = readFileSync(
    new URL(`../public/ptx/${kernel.ptxPath(variant, params, 'sm_90a')}`, import.meta.url),
    'utf8',
  );
  const module = parseModule(ptx);
  if (!module.ok) throw new Error(module.error.message);
  const options = { cta: 0, sharedBaseBytes: SHARED_BASE_BYTES };
  const started = startReplay(fullyLoaded(module.value), realLaunch(variant, params), options);
  if (!started.ok) throw new Error(started.error.message);
  started.value.run(Number.POSITIVE_INFINITY);
  const logged = started.value.finish();
  const played = logged.ok ? logged.value.play(preset.resources, preset) : logged;
  if (!logged.ok || !played.ok) throw new Error('it cannot be replayed');
  return { ...played.value, faults: logged.value.faults };
}

const LADDER = ['a2-wgmma', 'a3-specialized', 'a4-overlap', 'a5-ping-pong', 'a6-persistent', 'a7-seamless'] as const;
const dims = isWhole ? ([64, 128, 256] as const) : ([64] as const);
const shapes = LADDER.flatMap(id =>
  dims.flatMap(headDim =>
    (isWhole ? [3, 4, 8] : [3]).map((blocks): [(typeof LADDER)[number], Shape] => [
      id,
      { headDim, blocks, ...(isPersistent(id) && { tiles: isWhole ? 3 : 2 }) },
    ]),
  ),
);

describe('its preset agrees event by event, and moves the same bytes', () => {
  it.each(shapes)(
    '%s, %o',
    (id, shape) => {
      const preset = presetOf(id, shape);
      const { scenario, run, faults } = replayed(id, shape, preset);
      expect([faults, run.faults, run.deadlock]).toEqual([[], [], null]);
      expect(firstDifference(scenario, preset)).toBeNull();
      expect(operandBytesOf(scenario)).toBeGreaterThan(0);
      expect(operandBytesOf(scenario)).toBe(operandBytesOf(preset));
    },
    PATIENCE_MS,
  );
});

/** Of all products, each as often as it is repeated. */
const operandBytesOf = ({ roles }: Scenario): number =>
  roles
    .flatMap(({ steps }) => [...unrolled(steps)])
    .reduce((sum, step) => sum + (step.do === 'mma' ? (step.operandBytes ?? 0) : 0), 0);

const SHORT: Shape = { headDim: 64, blocks: 3 };

describe('what does something else is told apart', () => {
  const told: [AttentionVariant, string, object][] = [
    ['early-release', 'a3-specialized', { role: 'consumer 1', kernel: 'arrive empty k[0]: 0.3333333333333333' }],
    ['no-first-pass', 'a5-ping-pong', { role: 'producer', kernel: null }],
    ['a4-overlap', 'a5-ping-pong', { role: 'consumer 1', scenario: 'bar 1 sync 256' }],
    ['a3-specialized', 'a4-overlap', { role: 'consumer 1', scenario: 'wait full k[1] parity 0' }],
  ];
  it.each(isWhole ? told : told.slice(0, 2))(
    '%s from the preset of %s',
    (variant, id, difference) => {
      const preset = presetOf(id, SHORT);
      expect(firstDifference(replayed(variant, SHORT, preset).scenario, preset)).toMatchObject(difference);
    },
    PATIENCE_MS,
  );

  it.runIf(isWhole)(
    'a block more or less, too',
    () => {
      const preset = presetOf('a4-overlap', { ...SHORT, blocks: 4 });
      expect(firstDifference(replayed('a4-overlap', SHORT, preset).scenario, preset)).not.toBeNull();
    },
    PATIENCE_MS,
  );
});
