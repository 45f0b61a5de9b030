/** The rail: what the schedule is held against, its fields, and what of it is drawn. */
import { CheckField, optionsOf, SelectField } from '../../panels/kit/choice-fields.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { PresetFields } from '../../panels/pipeline/preset-fields.tsx';
import rail from '../../panels/rail.module.css';
import { VERSUS, type Versus } from '../links/attention.ts';
import { type PipelineVariant, presetOf } from '../links/pipeline-variant.ts';
import { isFp8Variant, publishedVariant, withValues } from './attention-variants.ts';
import type { AttentionModel } from './use-attention.ts';

const VERSUS_NAMES: Readonly<Record<Versus, string>> = {
  nothing: 'nothing',
  overlap: 'the overlap switched',
  turns: 'ping-pong switched',
  all: 'all four ways',
};

export function AttentionRail({ model }: { readonly model: AttentionModel }) {
  const { state, update } = model;
  const { variant, traces, criticalPath } = state;
  const change = (name: string, value: number | boolean): void =>
    update({ variant: changed(variant, name, value), window: null, at: null });
  return (
    <div className={`stack ${rail.rail}`}>
      <Compare model={model} />
      <PresetFields preset={presetOf(variant.preset)} values={variant.changes} disabled={null} onChange={change} />
      <PanelSection title="Picture">
        <CheckField label="Barriers, by parity" checked={traces} onChange={value => update({ traces: value })} />
        <CheckField label="Critical path" checked={criticalPath} onChange={value => update({ criticalPath: value })} />
      </PanelSection>
    </div>
  );
}

const Compare = ({ model: { state, update, error } }: { readonly model: AttentionModel }) => (
  <PanelSection title="Compare">
    <SelectField
      label="Against"
      value={state.versus}
      options={optionsOf(VERSUS, each => VERSUS_NAMES[each])}
      onChange={versus => update({ versus })}
    />
    {error && (
      <p className="caption bad" role="alert">
        {error.field}: {error.message}
      </p>
    )}
  </PanelSection>
);

/** Another head dimension comes with its published tile. */
const changed = (variant: PipelineVariant, name: string, value: number | boolean): PipelineVariant =>
  name === 'headDim'
    ? publishedVariant(variant, Number(value), isFp8Variant(variant))
    : withValues(variant, { [name]: value });
