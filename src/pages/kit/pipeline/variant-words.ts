/** Few words that tell a variant from its preset. */
import type { PresetField } from '../../../model/pipeline/presets/preset.ts';
import { type PipelineVariant, presetOf } from '../../links/pipeline-variant.ts';

/** ', Stages 6, producer.fill begins with parity 0'; '' of a preset as it is. */
export function changedWords(variant: PipelineVariant, isOwn: boolean): string {
  const words = isOwn ? ['changed by hand'] : changesOf(variant);
  return words.map(word => `, ${word}`).join('');
}

export const changesOf = ({ preset, changes, parities }: PipelineVariant): string[] => [
  ...presetOf(preset).fields.flatMap(field => {
    const value = changes[field.name];
    return value === undefined ? [] : [fieldWords(field, value)];
  }),
  ...Object.entries(parities).map(([place, parity]) => `${place} begins with parity ${parity}`),
];

const fieldWords = (field: PresetField, value: number | boolean): string =>
  field.kind === 'flag' ? `${value ? '' : 'not: '}${field.label}` : `${field.label} ${value}`;
