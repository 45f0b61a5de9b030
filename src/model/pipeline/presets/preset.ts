/** What a preset is: a scenario with a few open numbers, each with its unit, its limits and the source of its default. */
import { CTA_SHARED_BYTES } from '../../../base/hardware.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { countSteps, MOST_STEPS, type Scenario } from '../../../trace/scenario.ts';

export interface PresetNumber {
  readonly kind: 'number';
  readonly name: string;
  readonly label: string;
  /** 'clk', 'bytes/clk', 'rows'; '' for counts. */
  readonly unit: string;
  readonly default: number;
  readonly least: number;
  readonly most: number;
  /** The value must be a multiple of this; 0 if it may be any number. */
  readonly step: number;
  /** The source of the default, in one word and in full. */
  readonly origin: 'measured' | 'published' | 'calibrated' | 'choice';
  readonly source: string;
}

export interface PresetFlag {
  readonly kind: 'flag';
  readonly name: string;
  readonly label: string;
  readonly default: boolean;
  readonly source: string;
}

/** A field with a few allowed numbers. */
export interface PresetChoice {
  readonly kind: 'choice';
  readonly name: string;
  readonly label: string;
  readonly options: readonly number[];
  readonly default: number;
  readonly source: string;
}

export type PresetField = PresetNumber | PresetFlag | PresetChoice;
export type PresetValues = Readonly<Record<string, number | boolean>>;

export interface PipelinePreset {
  readonly id: string;
  readonly title: string;
  /** One sentence that says what is special about the preset. */
  readonly about: string;
  readonly source: string;
  readonly fields: readonly PresetField[];
  /** `values` has all fields, each within its limits. */
  scenario(values: PresetValues): Scenario;
}

export interface PresetError {
  readonly field: string;
  readonly message: string;
}

/** The preset's scenario with some values changed. Numbers and names come from outside: they are checked. */
export function presetScenario(
  preset: PipelinePreset,
  changes: Readonly<Record<string, unknown>>,
): Result<Scenario, PresetError> {
  const names = preset.fields.map(({ name }) => name);
  const unknown = Object.keys(changes).find(name => !names.includes(name));
  if (unknown !== undefined)
    return err({ field: unknown, message: `${preset.id} has no ${unknown}; it has ${names.join(', ')}` });
  const values: Record<string, number | boolean> = {};
  for (const field of preset.fields) {
    const change = changes[field.name];
    const value = change === undefined ? field.default : change;
    const expected = expectationOf(field, value);
    if (expected !== null) return err({ field: field.name, message: `expected ${expected}` });
    values[field.name] = value as number | boolean;
  }
  return withinLimits(preset, preset.scenario(values));
}

/** Limits that no single field can check. */
function withinLimits({ fields }: PipelinePreset, scenario: Scenario): Result<Scenario, PresetError> {
  const bytes = sharedBytes(scenario);
  const shared = `the buffers take ${bytes} bytes of shared memory, and a CTA has ${CTA_SHARED_BYTES}`;
  if (bytes > CTA_SHARED_BYTES) return err({ field: 'stages', message: shared });
  const steps = scenario.roles.reduce((sum, role) => sum + countSteps(role.steps), 0);
  const field = fields.some(({ name }) => name === 'steps') ? 'steps' : 'blocks';
  if (steps > MOST_STEPS)
    return err({ field, message: `the roles have ${steps} steps; at most ${MOST_STEPS} are played` });
  return ok(scenario);
}

/** Text that says what the value must be; null if it is right. */
function expectationOf(field: PresetField, value: unknown): string | null {
  if (field.kind === 'flag') return typeof value === 'boolean' ? null : 'true or false';
  if (field.kind === 'choice')
    return field.options.some(o => o === value) ? null : `one of ${field.options.join(', ')}`;
  const { least, most, step, unit } = field;
  const fits = typeof value === 'number' && value >= least && value <= most && (step === 0 || value % step === 0);
  if (fits) return null;
  const what = step === 0 ? 'a number' : step === 1 ? 'a whole number' : `a multiple of ${step}`;
  return `${what} from ${least} to ${most}${unit === '' ? '' : ` ${unit}`}`;
}

/** Bytes of all buffers; of buffers that lie in the same place, only the largest counts. */
export function sharedBytes({ buffers }: Pick<Scenario, 'buffers'>): number {
  const bytesOf = ({ stages, bytes }: Scenario['buffers'][number]) => stages * bytes;
  return buffers.reduce((sum, buffer) => {
    const below = buffers.filter(({ name }) => buffer.overlays?.includes(name));
    return sum + Math.max(0, bytesOf(buffer) - below.reduce((most, other) => most + bytesOf(other), 0));
  }, 0);
}

export const count = (name: string, label: string, value: number, [least, most]: readonly [number, number], step = 1) =>
  ({
    kind: 'number',
    name,
    label,
    unit: '',
    default: value,
    least,
    most,
    step,
    origin: 'choice',
    source: 'a choice',
  }) as const;

export const flag = (name: string, label: string, value: boolean, source: string): PresetFlag => ({
  kind: 'flag',
  name,
  label,
  default: value,
  source,
});
