/** The rail: variants, the fields of the edited one, the parities it begins with, and what of it is drawn. */

import { RotateCcw } from 'lucide-react';
import { CTA_SHARED_BYTES } from '../../base/hardware.ts';
import { count } from '../../base/numbers.ts';
import { sharedBytes } from '../../model/pipeline/presets/preset.ts';
import { FactList } from '../../panels/kit/fact-list.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { PresetFields } from '../../panels/pipeline/preset-fields.tsx';
import rail from '../../panels/rail.module.css';
import { CompiledChoice } from '../kit/pipeline/compiled-choice.tsx';
import css from '../kit/pipeline/pipeline-rail.module.css';
import { ShownParts } from '../kit/pipeline/shown-parts.tsx';
import type { PipelineModel } from '../kit/pipeline/use-pipeline.ts';
import { presetOf } from '../links/pipeline-variant.ts';
import { BreakIt } from './break-it.tsx';
import { ParityChoices } from './parity-choices.tsx';
import { VariantList } from './variant-list.tsx';

const OWN =
  'The scenario was changed by hand; these are the numbers of its preset. The editor can go back to the preset.';

export function PipelineRail({ model }: { readonly model: PipelineModel }) {
  const { state, edited, change } = model;
  const disabled = edited.text === null ? null : OWN;
  return (
    <div className={`stack ${rail.rail}`}>
      <ChosenPipelines model={model} />
      <BreakIt model={model} />
      {state.variants.length > 1 && <p className={css.whose}>Numbers of {edited.letter}</p>}
      {disabled && <p className="caption">{disabled}</p>}
      <PresetFields
        preset={edited.preset}
        values={edited.variant.changes}
        disabled={disabled}
        onChange={(name, value) => change(state.edited, { changes: changed(model, name, value) })}
      />
      <ParityChoices model={model} disabled={disabled} />
      <ResetButton model={model} />
      <ShownParts model={model} />
    </div>
  );
}

function ChosenPipelines({ model }: { readonly model: PipelineModel }) {
  return (
    <PanelSection title="Pipelines">
      <VariantList model={model} />
      <p className="caption">{model.edited.preset.about}</p>
      <SharedFact model={model} />
      <CompiledChoice model={model} />
    </PanelSection>
  );
}

/** A value that is the preset's own is no change. */
function changed({ edited: { variant } }: PipelineModel, name: string, value: number | boolean) {
  const { [name]: _, ...others } = variant.changes;
  const field = presetOf(variant.preset).fields.find(each => each.name === name);
  return field?.default === value ? others : { ...others, [name]: value };
}

const KIB = 1024;

function SharedFact({ model: { edited } }: { readonly model: PipelineModel }) {
  if (edited.side === null) return null;
  const used = count(sharedBytes(edited.side.scenario) / KIB);
  const value = <strong>{`${used} / ${count(CTA_SHARED_BYTES / KIB)} KiB`}</strong>;
  return <FactList look="ends" facts={[{ name: 'Shared memory', value }]} />;
}

const ResetButton = ({ model: { state, edited, change } }: { readonly model: PipelineModel }) => {
  const { changes, parities } = edited.variant;
  const isPlain = Object.keys(changes).length + Object.keys(parities).length === 0;
  return (
    <button
      type="button"
      className="button"
      disabled={isPlain || edited.text !== null}
      onClick={() => change(state.edited, { changes: {}, parities: {} })}
    >
      <RotateCcw size={16} strokeWidth={1.75} aria-hidden /> Reset all
    </button>
  );
};
