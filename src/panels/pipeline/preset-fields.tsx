/** A preset's fields in the rail: grouped, each with its unit, its limits and where its value is from. */
import type {
  PresetNumber as NumberOfPreset,
  PipelinePreset,
  PresetField,
  PresetValues,
} from '../../model/pipeline/presets/preset.ts';
import { CheckField, optionsOf, SelectField } from '../kit/choice-fields.tsx';
import { NumberField } from '../kit/draft-fields.tsx';
import { Popup } from '../kit/popup.tsx';
import { PanelSection } from '../panel-section.tsx';
import css from './preset-fields.module.css';

interface PresetFieldsProps {
  readonly preset: PipelinePreset;
  /** Values that differ from the preset's own. */
  readonly values: PresetValues;
  /** Why no value can be changed; null if they can. */
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
  const { label } = field;
  switch (field.kind) {
    case 'flag':
      return <CheckField {...{ label, disabled }} help={field.source} checked={value === true} onChange={change} />;
    case 'choice':
      return (
        <SelectField
          {...{ label, disabled }}
          value={Number(value)}
          options={optionsOf(field.options)}
          onChange={change}
        />
      );
    case 'number':
      return <PresetNumber field={field} value={Number(value)} disabled={disabled} onChange={change} />;
  }
}

interface PresetNumberProps {
  readonly field: NumberOfPreset;
  readonly value: number;
  readonly disabled: string | null;
  readonly onChange: (value: number) => void;
}

function PresetNumber({ field, ...rest }: PresetNumberProps) {
  const { label, unit, least, most, step } = field;
  const min = step > 0 ? step * Math.ceil(least / step) : least;
  return (
    <NumberField
      {...{ ...rest, label, unit, min, step }}
      max={most}
      resetTo={field.default}
      slider={sliderOf(field)}
      {...(unit === '' ? {} : { hint: <Origin field={field} /> })}
    />
  );
}

/** A slider goes to the numbers that one would try; all others can be typed. */
const MOST_SLIDER_STEPS = 64;
const REACH = 4;

function sliderOf({ least, most, step, default: value }: NumberOfPreset) {
  if (step > 0) return { min: Math.max(least, step), max: Math.min(most, step * MOST_SLIDER_STEPS), step };
  return { min: least, max: Math.min(most, REACH * value), step: value >= 50 ? 1 : 0.1 };
}

/** Origin of a number of the machine; a count's label already says what it counts. */
const Origin = ({ field: { unit, origin, source } }: Pick<PresetNumberProps, 'field'>) => (
  <>
    {unit} ·{' '}
    <Popup
      className={css.origin}
      label="Where the number is from"
      title={source}
      content={<p className={css.source}>{source}</p>}
    >
      {origin === 'choice' ? 'a choice' : origin}
    </Popup>
  </>
);
