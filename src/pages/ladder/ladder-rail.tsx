/** The rail: which version, beside which other one, with which numbers, and what of it is drawn. */
import { SelectField } from '../../panels/kit/choice-fields.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { PresetFields } from '../../panels/pipeline/preset-fields.tsx';
import rail from '../../panels/rail.module.css';
import { CompiledChoice } from '../kit/pipeline/compiled-choice.tsx';
import { ShownParts } from '../kit/pipeline/shown-parts.tsx';
import { type PipelineVariant, presetOf } from '../links/pipeline-variant.ts';
import { CHOICES, type LadderModel, otherVersion } from './model.ts';

const NOTHING = 'nothing';
const options = CHOICES.map(value => ({ value, label: presetOf(value).title.replace(/^Attention /, '') }));

export function LadderRail({ model }: { readonly model: LadderModel }) {
  const { state, edited, update } = model;
  /** All versions on the stage have the same numbers. */
  const change = (name: string, value: number | boolean): void =>
    update({ variants: state.variants.map(variant => changed(variant, name, value)), window: null, at: null });
  return (
    <div className={`stack ${rail.rail}`}>
      <Versions model={model} />
      <PresetFields preset={edited.preset} values={edited.variant.changes} disabled={null} onChange={change} />
      <ShownParts model={model} />
    </div>
  );
}

function Versions({ model }: { readonly model: LadderModel }) {
  const { state, update } = model;
  const [first, second] = state.variants;
  const show = (...variants: readonly PipelineVariant[]) =>
    update({ variants, edited: 0, window: null, at: null, ...(variants.length < 2 && { align: null }) });
  return (
    <PanelSection title="Version">
      <SelectField
        label="Version"
        value={first.preset}
        options={options}
        onChange={preset => show(otherVersion(first, preset), ...(second === undefined ? [] : [second]))}
      />
      <CompiledChoice model={model} />
      <SelectField
        label="Beside"
        value={second?.preset ?? NOTHING}
        options={[{ value: NOTHING, label: 'nothing' }, ...options]}
        onChange={preset => (preset === NOTHING ? show(first) : show(first, otherVersion(first, preset)))}
      />
    </PanelSection>
  );
}

/** A value that is the preset's own is no change; one that it does not have is none either. */
function changed(variant: PipelineVariant, name: string, value: number | boolean): PipelineVariant {
  const field = presetOf(variant.preset).fields.find(each => each.name === name);
  if (field === undefined) return variant;
  const { [name]: _, ...others } = variant.changes;
  return { ...variant, changes: field.default === value ? others : { ...others, [name]: value } };
}
