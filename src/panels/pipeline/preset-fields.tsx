/** A preset's fields in the rail: grouped, each with its unit, its limits and where its value is from. */
import { useId } from 'react';
import type { PipelinePreset, PresetField, PresetValues } from '../../model/pipeline/presets/preset.ts';
import { ChoiceList } from '../choice-list.tsx';
import { PanelSection } from '../panel-section.tsx';
import css from './preset-fields.module.css';
import { PresetNumberField } from './preset-number-field.tsx';

interface PresetFieldsProps {
  readonly preset: PipelinePreset;
  /** Those that are not the preset's own. */
  readonly values: PresetValues;
  /** Why nothing can be changed; null where it can. */
  readonly disabled: string | null;
  readonly onChange: (name: string, value: number | boolean) => void;
}

const GROUPS = ['Tile', 'Ring', 'Schedule', 'Machine'] as const;
type Group = (typeof GROUPS)[number];

/** Numbers of the machine are rates and latencies; all others are counts. */
export function groupOf(field: PresetField): Group {
  if (field.kind === 'flag') return 'Schedule';
  if (field.name === 'stages') return 'Ring';
  return field.kind === 'number' && field.step === 0 && field.unit !== '' ? 'Machine' : 'Tile';
}

export const PresetFields = (props: PresetFieldsProps) =>
  GROUPS.map(group => {
    const fields = props.preset.fields.filter(field => groupOf(field) === group);
    return (
      fields.length > 0 && (
        <PanelSection key={group} title={group}>
          {fields.map(field => (
            <FieldControl key={`${props.preset.id} ${field.name}`} {...props} field={field} />
          ))}
          {group === 'Machine' && (
            <p className="caption">Inputs are assumptions until a run of this kernel calibrates them.</p>
          )}
        </PanelSection>
      )
    );
  });

type FieldControlProps = PresetFieldsProps & { readonly field: PresetField };

function FieldControl({ field, values, disabled, onChange }: FieldControlProps) {
  const value = values[field.name] ?? field.default;
  const change = (next: number | boolean) => onChange(field.name, next);
  switch (field.kind) {
    case 'flag':
      return (
        <FlagField
          label={field.label}
          source={field.source}
          {...{ disabled }}
          value={value === true}
          onChange={change}
        />
      );
    case 'choice':
      return <ChoiceList label={field.label} value={Number(value)} values={field.options} onChange={change} />;
    case 'number':
      return <PresetNumberField field={field} value={Number(value)} disabled={disabled} onChange={change} />;
  }
}

interface FlagFieldProps {
  readonly label: string;
  readonly source: string;
  readonly value: boolean;
  readonly disabled: string | null;
  readonly onChange: (value: boolean) => void;
}

function FlagField({ label, source, value, disabled, onChange }: FlagFieldProps) {
  const id = useId();
  return (
    <label className={`row ${css.flag}`} htmlFor={id} title={disabled ?? source}>
      <input
        id={id}
        type="checkbox"
        checked={value}
        disabled={disabled !== null}
        onChange={event => onChange(event.target.checked)}
      />
      <span className="prose">{label}</span>
    </label>
  );
}
