/**
 * How long a replay takes: a CTA of the GEMM ladder's version 2, 128 x 128 with K = 512, on the emulator with its events
 * logged and without, and those events read, played on the model's clock and given their lines.
 */
import { readFileSync } from 'node:fs';
import { replay } from '../../src/inspect/replay/replay.ts';
import { BUILDS } from '../../src/kernels/gemm/builds.ts';
import { launchOf } from '../../src/kernels/gemm/launch.ts';
import { PRESETS } from '../../src/model/pipeline/presets/index.ts';
import { presetScenario } from '../../src/model/pipeline/presets/preset.ts';
import { startLogged } from '../../src/ptx/events/start-logged.ts';
import { fullyLoaded, startEmulation } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';

const VERSION = 'v2-warp-specialized';
const ROUNDS = 5;
const MOST_MS = 1000;
const options = { check: false, profile: true, sharedBaseBytes: 1024 };

const build = BUILDS.find(({ version }) => version === VERSION)!;
const path = `../../public/ptx/gemm/${VERSION}/tile-${build.tileM}x${build.tileN}.sm_90a.ptx`;
const parsed = parseModule(readFileSync(new URL(path, import.meta.url), 'utf8'));
const preset = presetScenario(PRESETS.find(({ id }) => id === VERSION)!, {});
if (!parsed.ok || !preset.ok) throw new Error('the kernel or its preset is not there');
const loaded = fullyLoaded(parsed.value);
const { resources } = preset.value;
const operand = { kind: 'random', seed: 1, low: -1 } as const;
const launch = launchOf(build, { m: build.tileM, n: build.tileN, k: 512 }, { a: operand, b: operand }, 1);

function medianMs(work: () => void): number {
  const times = Array.from({ length: 2 * ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.slice(ROUNDS).sort((a, b) => a - b)[ROUNDS >> 1];
}

function logged() {
  const started = startLogged(loaded, launch, options, 0);
  if (!started.ok) throw new Error(started.error.message);
  started.value.run(Number.POSITIVE_INFINITY);
  return started.value;
}

function runAlone(): void {
  const started = startEmulation(loaded.module, launch, options);
  if (!started.ok) throw new Error(started.error.message);
  started.value.run(Number.POSITIVE_INFINITY);
}

export function run() {
  const [alone, withLog] = [medianMs(runAlone), medianMs(logged)];
  const emulation = logged();
  const events = emulation.events()!;
  const played = medianMs(() => replay(events, resources, emulation.lineOf));
  const ms = (name: string, value: number, goal?: string) => ({ name, value: value.toFixed(1), unit: 'ms', goal });
  return [
    ms('replay: the CTA on the emulator, nothing logged', alone),
    ms('replay: the same, its events logged', withLog),
    ms('replay: its events on the clock of the model', played),
    ms('replay: all of it', withLog + played, `at most ${MOST_MS}`),
  ];
}
