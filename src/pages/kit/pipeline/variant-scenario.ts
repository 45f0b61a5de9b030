/** The scenario of a variant in the link, or what is wrong with it. */

import type { FieldError } from '../../../base/field-error.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { parseScenario } from '../../../contract/scenario.ts';
import { withParity } from '../../../model/pipeline/mistakes.ts';
import { presetScenario } from '../../../model/pipeline/presets/preset.ts';
import { countSteps, type Scenario } from '../../../trace/scenario.ts';
import { encodeVariant, type PipelineVariant, presetOf } from '../../links/pipeline-variant.ts';

export type VariantScenario = Result<Scenario, FieldError>;

/** Played while one types; more steps are played in a worker. */
export const MOST_STEPS_AT_ONCE = 10_000;

export const stepsOf = ({ roles }: Scenario): number => roles.reduce((sum, { steps }) => sum + countSteps(steps), 0);

const KEPT_SCENARIOS = 32;
const scenarios = new Map<string, VariantScenario>();

/** `text`: the scenario of one's own; null = the preset's. The same object for the same variant, as long as it is among the latest. */
export function variantScenario(variant: PipelineVariant, text: string | null): VariantScenario {
  const key = text ?? encodeVariant(variant);
  const scenario = scenarios.get(key) ?? (text === null ? ofPreset(variant) : ofText(text));
  scenarios.delete(key);
  scenarios.set(key, scenario);
  if (scenarios.size > KEPT_SCENARIOS) scenarios.delete(scenarios.keys().next().value as string);
  return scenario;
}

function ofPreset({ preset, changes, parities }: PipelineVariant): VariantScenario {
  const scenario = presetScenario(presetOf(preset), changes);
  if (!scenario.ok) return scenario;
  return ok(Object.entries(parities).reduce(withNamedParity, scenario.value));
}

/** `id`: 'producer.fill'; no place has a dot in its name. */
function withNamedParity(scenario: Scenario, [id, parity]: readonly [string, 0 | 1]): Scenario {
  const dot = id.lastIndexOf('.');
  return withParity(scenario, id.slice(0, dot), id.slice(dot + 1), parity);
}

function ofText(text: string): VariantScenario {
  try {
    return parseScenario(JSON.parse(text));
  } catch (error) {
    return err({ field: '', message: (error as Error).message });
  }
}

/** The scenario's text as the editor shows it: steps and other small records each take one line. */
export function scenarioText(scenario: Scenario): string {
  return `${block(scenario, '')}\n`;
}

/**
 * Most characters of a line beside the page's pictures. A step holds only words and numbers, which are read at one
 * look, so it may be longer.
 */
const LONGEST_LINE = 76;
const LONGEST_STEP = 90;

function block(value: unknown, indent: string): string {
  const line = spaced(value);
  if (typeof value !== 'object' || value === null) return line;
  if (indent.length + line.length <= LONGEST_LINE || (isFlat(value) && line.length <= LONGEST_STEP)) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map(item => block(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${block(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map(part => inner + part).join(',\n')}\n${indent}${close}`;
}

const isFlat = (value: object): boolean => Object.values(value).every(item => typeof item !== 'object');

/** Value on one line, with the spaces that people write. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${spaced(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
