/** One pipeline among those compared: a preset, what was changed of it, and the words for it in a link. */
import { type CompiledVersion, counterpartsOf } from '../../kernels/counterparts.ts';
import { PRESETS } from '../../model/pipeline/presets/index.ts';
import { type PipelinePreset, type PresetField, presetScenario } from '../../model/pipeline/presets/preset.ts';
import { said } from '../../state/link-codec.ts';

/** Values of a preset's fields that are not their defaults. */
export type Changes = Readonly<Record<string, number | boolean>>;

/** Parity that places begin with, by 'role.place', where it is not the preset's. */
export type Parities = Readonly<Record<string, 0 | 1>>;

export interface PipelineVariant {
  readonly preset: string;
  readonly changes: Changes;
  readonly parities: Parities;
  /** A scenario's text as `own-text.ts` packs it; null = the preset's scenario. */
  readonly own: string | null;
  /** The compiled kernel that it is held against, by version of a ladder; null = the preset's own, if it has one. */
  readonly kernel: CompiledVersion | null;
}

export const plainVariant = (preset: string): PipelineVariant => ({
  preset,
  changes: {},
  parities: {},
  own: null,
  kernel: null,
});

export const presetOf = (id: string): PipelinePreset => PRESETS.find(preset => preset.id === id)!;

/** 'v2-warp-specialized*stages_6*parity.producer.fill_0*missing-empty-wait': words that a link leaves as they are. */
export function encodeVariant({ preset, changes, parities, kernel }: PipelineVariant): string {
  const words = [
    ...Object.entries(changes).map(([name, value]) => `${name}_${Number(value)}`),
    ...Object.entries(parities).map(([name, parity]) => `${PARITY}${name}_${parity}`),
  ];
  return [preset, ...words, ...(kernel === null ? [] : [kernel])].join('*');
}

const PARITY = 'parity.';
/** The preset's own comes first, and needs no word. */
const kernelsOf = (preset: string) => counterpartsOf(preset).slice(1);
const WORD = /^(.+)_(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;

/** Says of a word of the link that it was not taken, and why. */
type RefuseWord = (why: string) => void;

/** Null where no preset has the name; a word that means nothing is left out. */
export function decodeVariant(text: string, own: string | undefined, refuse: RefuseWord): PipelineVariant | null {
  const [id, ...words] = text.split('*');
  const preset = PRESETS.find(each => each.id === id);
  if (preset === undefined) return null;
  const changes: Record<string, number | boolean> = {};
  const parities: Record<string, 0 | 1> = {};
  const ownParities = paritiesOf(preset);
  for (const word of words) {
    const [, name = '', number = ''] = WORD.exec(word) ?? [];
    const field = preset.fields.find(each => each.name === name);
    const value = field && valueIn(field, Number(number));
    const place = name.startsWith(PARITY) ? name.slice(PARITY.length) : '';
    const parity = number === '1' ? 1 : 0;
    if (field && value !== undefined) {
      if (value !== field.default) changes[name] = value;
    } else if (ownParities.has(place)) {
      if (ownParities.get(place) !== parity) parities[place] = parity;
    } else if (!counterpartsOf(id).some(({ version }) => version === word))
      refuse(`${said(word)} is not known of ${id}, or does not fit it; it is left out`);
  }
  const kernel = kernelsOf(id).find(({ version }) => words.includes(version))?.version ?? null;
  return { preset: id, changes, parities, own: own ?? null, kernel };
}

/** Undefined where the field cannot have it: what the fields say together is said on the page. */
function valueIn(field: PresetField, number: number): number | boolean | undefined {
  if (field.kind === 'flag') return number === 1;
  if (field.kind === 'choice') return field.options.find(option => option === number);
  const { least, most, step } = field;
  return number >= least && number <= most && (step === 0 || number % step === 0) ? number : undefined;
}

/** The preset's own parities, by 'role.place'. Every reading of a link asks for them, and they never change. */
const paritiesByPreset = new Map<string, ReadonlyMap<string, 0 | 1>>();
function paritiesOf(preset: PipelinePreset): ReadonlyMap<string, 0 | 1> {
  const known = paritiesByPreset.get(preset.id);
  if (known !== undefined) return known;
  const scenario = presetScenario(preset, {});
  const roles = scenario.ok ? scenario.value.roles : [];
  const places = roles.flatMap(role => role.places.map(at => [`${role.name}.${at.name}`, at.parity] as const));
  const parities = new Map(places);
  paritiesByPreset.set(preset.id, parities);
  return parities;
}
