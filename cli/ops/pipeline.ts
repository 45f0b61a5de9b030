/** `pipeline`: simulates a scenario of producers and consumers on the model of an SM. */
import { ok, type Result } from '../../src/base/result.ts';
import { parseScenario } from '../../src/contract/scenario.ts';
import { PRESETS } from '../../src/model/pipeline/presets/index.ts';
import { presetScenario } from '../../src/model/pipeline/presets/preset.ts';
import { runJson } from '../../src/model/pipeline/run-json.ts';
import { simulate } from '../../src/model/pipeline/simulate.ts';
import type { Scenario } from '../../src/trace/scenario.ts';
import { type JsonObject, type Op, type OpAnswer, oneOf, type RequestError, refused, wrongField } from './op.ts';

export const PRESET_IDS: readonly string[] = PRESETS.map(({ id }) => id);

export const pipeline: Op = {
  name: 'pipeline',
  keys: ['preset', 'set', 'scenario'],
  answer(request): OpAnswer {
    const scenario = request.scenario === undefined ? presetOf(request) : givenScenario(request);
    return scenario.ok ? ok(runJson(simulate(scenario.value))) : scenario;
  },
};

function presetOf(request: JsonObject): Result<Scenario, RequestError> {
  const id = oneOf(request, 'preset', PRESET_IDS);
  if (!id.ok) return id;
  const { set = {} } = request;
  if (typeof set !== 'object' || set === null || Array.isArray(set))
    return wrongField('set', set, 'an object like {"stages":4}');
  const preset = PRESETS.find(preset => preset.id === id.value)!;
  const scenario = presetScenario(preset, set as JsonObject);
  if (scenario.ok) return scenario;
  return refused('wrongValue', `set.${scenario.error.field}`, scenario.error.message);
}

function givenScenario({ scenario, preset, set }: JsonObject): Result<Scenario, RequestError> {
  if (preset !== undefined) return refused('wrongValue', 'preset', 'a preset or a scenario, not both');
  if (set !== undefined) return refused('wrongValue', 'set', 'set changes a preset; a scenario has its own numbers');
  const parsed = parseScenario(scenario);
  if (parsed.ok) return parsed;
  const { field, message } = parsed.error;
  return refused('wrongValue', field === '' ? 'scenario' : `scenario.${field}`, message);
}
