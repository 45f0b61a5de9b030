/** The schedules on the stage: the chosen one, and what it is held against. */
import { publishedValues } from '../../model/pipeline/presets/attention-tiles.ts';
import type { PresetValues } from '../../model/pipeline/presets/preset.ts';
import { type AttentionState, BF16, FP8, type Versus } from '../links/attention.ts';
import { type PipelineVariant, plainVariant, presetOf } from '../links/pipeline-variant.ts';

export interface TitledVariant {
  readonly title: string;
  readonly variant: PipelineVariant;
}

/** The variant with some values changed; a value equal to the preset's own is no change. */
export function withValues(variant: PipelineVariant, values: PresetValues): PipelineVariant {
  const own = new Map(presetOf(variant.preset).fields.map(field => [field.name, field.default]));
  const changes = Object.entries({ ...variant.changes, ...values }).filter(([name, value]) => own.get(name) !== value);
  return { ...variant, changes: Object.fromEntries(changes) };
}

/** Numbers that mean the same in both formats; the machine's do not. */
const SIZES = ['blocks', 'tiles'];

/** The published schedule of a head dimension. What else was changed stays; another format keeps the sizes alone. */
export function publishedVariant({ preset, changes }: PipelineVariant, headDim: number, isFp8: boolean) {
  const id = isFp8 ? FP8 : BF16;
  const kept = Object.entries(changes).filter(([name]) => preset === id || SIZES.includes(name));
  const published = { ...publishedValues(headDim, isFp8), firstArrive: true, skipFirstSync: false };
  return withValues(plainVariant(id), { ...Object.fromEntries(kept), ...published });
}

export const isFp8Variant = ({ preset }: PipelineVariant): boolean => preset === FP8;

/** The value of a field, changed or not. */
export const fieldValue = ({ preset, changes }: PipelineVariant, name: string): number | boolean =>
  changes[name] ?? presetOf(preset).fields.find(field => field.name === name)!.default;

const overlapText = (overlap: boolean, turns: boolean): string =>
  overlap && turns ? 'overlap and ping-pong' : overlap ? 'overlap alone' : turns ? 'ping-pong alone' : 'neither';

function scheduled(variant: PipelineVariant, overlap: boolean, pingPong: boolean): TitledVariant {
  return { title: overlapText(overlap, pingPong), variant: withValues(variant, { overlap, pingPong }) };
}

const OTHERS: Readonly<Record<Versus, (overlap: boolean, turns: boolean) => readonly (readonly [boolean, boolean])[]>> =
  {
    nothing: () => [],
    overlap: (overlap, turns) => [[!overlap, turns]],
    turns: (overlap, turns) => [[overlap, !turns]],
    all: (overlap, turns) => [
      [overlap, !turns],
      [!overlap, turns],
      [!overlap, !turns],
    ],
  };

/** One to four; the chosen one first. */
export function variantsOf({ variant, versus }: Pick<AttentionState, 'variant' | 'versus'>): readonly TitledVariant[] {
  const [overlap, turns] = [fieldValue(variant, 'overlap') === true, fieldValue(variant, 'pingPong') === true];
  const all = [[overlap, turns] as const, ...OTHERS[versus](overlap, turns)];
  return all.map(([o, t]) => scheduled(variant, o, t));
}
