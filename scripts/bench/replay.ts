/**
 * How long the page's replays take: the CTA of each preset of the ladder, from its launch to the difference from the
 * preset. For one of them also the parts of that time: the emulator without and with recorded events, and the model's
 * clock.
 */
import { readFileSync } from 'node:fs';
import { firstDifference } from '../../src/inspect/replay/first-difference.ts';
import { replay } from '../../src/inspect/replay/replay.ts';
import { kernel } from '../../src/kernels/gemm/index.ts';
import { compiledPipeline, pipelinePreset } from '../../src/kernels/gemm/pipelines.ts';
import type { GemmVersion } from '../../src/kernels/gemm/versions.ts';
import { presetScenario } from '../../src/model/pipeline/presets/preset.ts';
import { startLogged } from '../../src/ptx/events/start-logged.ts';
import { fullyLoaded, startEmulation } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';

const VERSIONS: readonly GemmVersion[] = ['v0-cp-async', 'v1-tma', 'v2-warp-specialized', 'v3-wgmma', 'v4-persistent'];
const TAKEN_APART = 'v2-warp-specialized';
const ROUNDS = 5;
const MOST_MS = 200;
const options = { check: false, profile: true, ctas: [0] };

function pipelineOf(version: GemmVersion) {
  const [compiled, preset] = [compiledPipeline(version, {}), presetScenario(pipelinePreset(version), {})];
  if (!compiled.ok || !preset.ok) throw new Error(`no build does what the preset of ${version} says`);
  const { tileM, tileN } = compiled.value.build;
  const path = kernel.ptxPath(version, { tile: `${tileM}x${tileN}` }, 'sm_90a');
  const parsed = parseModule(readFileSync(new URL(`../../public/ptx/${path}`, import.meta.url), 'utf8'));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return { loaded: fullyLoaded(parsed.value), launch: compiled.value.launch, scenario: preset.value };
}

type Pipeline = ReturnType<typeof pipelineOf>;

function medianMs(work: () => void): number {
  const times = Array.from({ length: 2 * ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.slice(ROUNDS).sort((a, b) => a - b)[ROUNDS >> 1];
}

function logged({ loaded, launch }: Pipeline) {
  const started = startLogged(loaded, launch, options, 0);
  if (!started.ok) throw new Error(started.error.message);
  started.value.run(Number.POSITIVE_INFINITY);
  return started.value;
}

function runAlone({ loaded, launch }: Pipeline): void {
  const started = startEmulation(loaded.module, launch, options);
  if (!started.ok) throw new Error(started.error.message);
  started.value.run(Number.POSITIVE_INFINITY);
}

function played(emulation: ReturnType<typeof logged>, { scenario }: Pipeline): void {
  const replayed = replay(emulation.events()!, scenario.resources, emulation);
  if (!replayed.ok) throw new Error(replayed.error.message);
  if (firstDifference(replayed.value.scenario, scenario) !== null) throw new Error('kernel and preset differ');
}

const ms = (name: string, value: number, goal?: string) => ({ name, value: value.toFixed(1), unit: 'ms', goal });

function takenApart(pipeline: Pipeline) {
  const emulation = logged(pipeline);
  return [
    ms(
      `replay of ${TAKEN_APART}: on the emulator, nothing logged`,
      medianMs(() => runAlone(pipeline)),
    ),
    ms(
      'the same, its events logged',
      medianMs(() => void logged(pipeline)),
    ),
    ms(
      'its events on the clock of the model',
      medianMs(() => played(emulation, pipeline)),
    ),
  ];
}

export function run() {
  return VERSIONS.flatMap(version => {
    const pipeline = pipelineOf(version);
    const all = medianMs(() => played(logged(pipeline), pipeline));
    const parts = version === TAKEN_APART ? takenApart(pipeline) : [];
    return [...parts, ms(`replay of ${version}, all of it`, all, `at most ${MOST_MS}`)];
  });
}
