/**
 * How fast scenarios are simulated: a long one, from JSON to the run; and each preset with its own numbers, from these to
 * the run, as after a slider's move.
 */
import { parseScenario } from '../../src/contract/scenario.ts';
import { PRESETS } from '../../src/model/pipeline/presets/index.ts';
import { presetScenario } from '../../src/model/pipeline/presets/preset.ts';
import { simulate } from '../../src/model/pipeline/simulate.ts';
import { countSteps, type Scenario } from '../../src/trace/scenario.ts';

const ROUNDS = 9;
/** About 100,000 steps of three roles. */
const LONG = { steps: 3125, tiles: 2 };
/** Time from a slider's move to the new picture, everything included. */
const MOVE_MS = 16;

function presetOf(id: string, set: object): Scenario {
  const scenario = presetScenario(PRESETS.find(preset => preset.id === id)!, { ...set });
  if (!scenario.ok) throw new Error(`${scenario.error.field}: ${scenario.error.message}`);
  return scenario.value;
}

function medianMs(work: () => void): number {
  const times = Array.from({ length: 2 * ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.slice(ROUNDS).sort((a, b) => a - b)[ROUNDS >> 1];
}

function playFrom(text: string): void {
  const scenario = parseScenario(JSON.parse(text));
  if (!scenario.ok) throw new Error(scenario.error.message);
  simulate(scenario.value);
}

const row = (name: string, ms: number, goal?: string) => ({ name, value: Number(ms.toPrecision(3)), unit: 'ms', goal });

export function run() {
  const long = presetOf('v4-persistent', LONG);
  const text = JSON.stringify(long);
  const steps = long.roles.reduce((sum, role) => sum + countSteps(role.steps), 0);
  const longMs = medianMs(() => playFrom(text));
  return [
    row(`pipeline of ${steps} steps, from JSON`, longMs),
    { name: 'the same', value: Math.round(steps / longMs), unit: 'steps/ms' },
    ...PRESETS.map(({ id }) =>
      row(
        `preset ${id}`,
        medianMs(() => simulate(presetOf(id, {}))),
        `at most ${MOVE_MS}`,
      ),
    ),
  ];
}
