/** Finds the presets that come near a compiled kernel, each with the numbers that fit it best. */
import { PRESETS } from '../../../model/pipeline/presets/index.ts';
import { type PipelinePreset, type PresetValues, presetScenario } from '../../../model/pipeline/presets/preset.ts';
import { unrolled } from '../../../model/pipeline/steps.ts';
import type { Scenario } from '../../../trace/scenario.ts';
import { agreement, type BesidePreset, besidePreset } from './beside-preset.ts';

export interface FittingPreset {
  readonly preset: PipelinePreset;
  readonly values: PresetValues;
  readonly scenario: Scenario;
  readonly beside: BesidePreset;
}

/** Least agreement: with less than half of the events alike, a preset is not shown. */
const LEAST_AGREEMENT = 0.5;
/** Number of events of each role that decide the preset's numbers. */
const FIRST_EVENTS = 200;
const MOST_TILES = 64;
/** Most steps that are compared; a longer kernel is not compared. */
const MOST_STEPS = 20_000;

/** The nearest first; on the kernel's machine. */
export function fittingPresets(kernel: Scenario): FittingPreset[] {
  const steps = kernel.roles.reduce((sum, role) => sum + role.steps.length, 0);
  if (steps > MOST_STEPS) return [];
  return PRESETS.flatMap(preset => bestOf(preset, kernel) ?? [])
    .filter(({ beside }) => agreement(beside) >= LEAST_AGREEMENT)
    .sort((a, b) => agreement(b.beside) - agreement(a.beside));
}

function bestOf(preset: PipelinePreset, kernel: Scenario): FittingPreset | null {
  const known = numbersFor(preset, kernel);
  const [best] = known
    .flatMap(values => settled(preset, kernel, values) ?? [])
    .sort((a, b) => rank(b.beside) - rank(a.beside));
  return best === undefined ? null : { ...best, beside: besidePreset(kernel, best.scenario) };
}

/** Choices and flags one after another, each as it fits best with those before. */
function settled(preset: PipelinePreset, kernel: Scenario, numbers: PresetValues): FittingPreset | null {
  let best = fitOf(preset, kernel, numbers);
  for (const field of preset.fields) {
    const options = field.kind === 'number' ? [] : field.kind === 'flag' ? [true, false] : field.options;
    for (const option of options) {
      const other = fitOf(preset, kernel, { ...(best?.values ?? numbers), [field.name]: option });
      if (other !== null && (best === null || rank(other.beside) > rank(best.beside))) best = other;
    }
  }
  return best;
}

function fitOf(preset: PipelinePreset, kernel: Scenario, values: PresetValues): FittingPreset | null {
  const made = presetScenario(preset, values);
  if (!made.ok || workers(made.value) !== workers(kernel)) return null;
  const scenario = { ...made.value, resources: kernel.resources };
  return { preset, values, scenario, beside: besidePreset(kernel, scenario, FIRST_EVENTS) };
}

/** Rank of a preset: the agreement of the order; if that is equal, the agreement of the amounts. */
const rank = (beside: BesidePreset): number => {
  const events = beside.roles.flatMap(role => role.events);
  return agreement(beside) + events.filter(({ kind }) => kind === 'same').length / (1e3 * (events.length + 1));
};

const workers = ({ roles }: Scenario): number =>
  roles.filter(({ steps }) => [...unrolled(steps)].some(step => step.do === 'mma')).length;

/** The kernel's own numbers of stages, steps and tiles, as far as the preset has them; choices and flags as they are. */
function numbersFor({ fields }: PipelinePreset, kernel: Scenario): PresetValues[] {
  const { stages, rounds, tiles } = factsOf(kernel);
  const known = new Set(fields.map(({ name }) => name));
  return tiles.map((of): PresetValues => {
    const all = Object.entries({ stages, tiles: of, steps: rounds / of, blocks: rounds / of });
    const open = fields.filter(({ kind }) => kind !== 'number').map(field => [field.name, field.default] as const);
    return Object.fromEntries([...open, ...all.filter(([name]) => known.has(name))]);
  });
}

interface Facts {
  /** Stages of the ring that is filled most often, and how often that ring is filled. */
  readonly stages: number;
  readonly rounds: number;
  /** How many tiles there may be. */
  readonly tiles: readonly number[];
}

function factsOf({ roles, barriers, buffers }: Scenario): Facts {
  const steps = roles.flatMap(role => [...unrolled(role.steps)]);
  const fillsOf = (name: string): number => steps.filter(step => step.do === 'expect' && step.barrier === name).length;
  const rings = barriers.map(({ name, stages }) => ({ stages, fills: fillsOf(name) }));
  const busiest = rings.filter(({ stages }) => stages > 1).sort((a, b) => b.fills - a.fills)[0];
  const commits = steps.filter(step => step.do === 'commit').length;
  const isByEngine = busiest !== undefined && busiest.fills > 0;
  const rounds = isByEngine ? busiest.fills : commits;
  const stages = isByEngine ? busiest.stages : Math.max(1, ...buffers.map(buffer => buffer.stages));
  const stores = steps.filter(step => step.do === 'store' && step.from !== undefined).length;
  const once = rings.flatMap(ring => (ring.stages === 1 && ring.fills > 0 ? ring.fills : []));
  const hints = [1, stores, ...once];
  const tiles = Array.from({ length: MOST_TILES }, (_, i) => i + 1).filter(
    of => rounds % of === 0 && hints.some(hint => hint > 0 && hint % of === 0),
  );
  return { stages, rounds, tiles };
}
