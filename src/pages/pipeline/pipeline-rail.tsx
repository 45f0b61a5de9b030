/** The rail: variants, the fields of the edited one, how its rings begin, and what of it is drawn. */
import { RotateCcw } from 'lucide-react';
import { waitingPlaces } from '../../model/pipeline/mistakes.ts';
import { MOST_SHARED_BYTES, sharedBytes } from '../../model/pipeline/presets/preset.ts';
import controls from '../../panels/controls.module.css';
import { Segments } from '../../panels/fields.tsx';
import { count } from '../../panels/numbers.ts';
import { PanelSection } from '../../panels/panel-section.tsx';
import { PresetFields } from '../../panels/pipeline/preset-fields.tsx';
import rail from '../../panels/rail.module.css';
import { CompiledChoice } from './compiled-choice.tsx';
import css from './pipeline-rail.module.css';
import { presetOf } from './pipeline-variant.ts';
import { ShownParts } from './shown-parts.tsx';
import type { PipelineModel } from './use-pipeline.ts';
import { VariantList } from './variant-list.tsx';

const OWN = 'The scenario was changed by hand: these are the numbers of its preset. The editor leads back to it.';

export function PipelineRail({ model }: { readonly model: PipelineModel }) {
  const { state, edited, change } = model;
  const { letter, variant, preset, text, error } = edited;
  const disabled = text === null ? null : OWN;
  return (
    <div className={rail.rail}>
      <PanelSection title="Pipelines">
        <VariantList model={model} />
        <p className={rail.note}>{preset.about}</p>
        <SharedFact model={model} />
        <CompiledChoice model={model} />
        {error && text === null && (
          <p className={rail.refused} role="alert">
            {error.field}: {error.message}
          </p>
        )}
      </PanelSection>
      {state.variants.length > 1 && <p className={css.whose}>Numbers of {letter}</p>}
      {disabled && <p className={rail.note}>{disabled}</p>}
      <PresetFields
        preset={preset}
        values={variant.changes}
        disabled={disabled}
        onChange={(name, value) => change(state.edited, { changes: changed(model, name, value) })}
      />
      <Parities model={model} disabled={disabled} />
      <ResetButton model={model} />
      <ShownParts model={model} />
    </div>
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
  return (
    <dl className={rail.fact}>
      <dt>Shared memory</dt>
      <dd>
        {count(sharedBytes(edited.side.scenario) / KIB)} / {count(MOST_SHARED_BYTES / KIB)} KiB
      </dd>
    </dl>
  );
}

const PARITIES = [
  { value: '0', label: '0' },
  { value: '1', label: '1' },
] as const;

/** Parity for which each role waits first: 1 passes on a fresh mbarrier, 0 does not. */
function Parities({ model, disabled }: { readonly model: PipelineModel; readonly disabled: string | null }) {
  const { edited, state, change } = model;
  const places = (edited.side?.scenario.roles ?? []).flatMap(role =>
    waitingPlaces(role).map(({ name, parity }) => ({ id: `${role.name}.${name}`, role: role.name, name, parity })),
  );
  if (places.length === 0) return null;
  const { parities } = edited.variant;
  return (
    <PanelSection title="Parity waited for first">
      {places.map(({ id, role, name, parity }) => (
        <div key={id} className={css.parity}>
          <span>
            {role} <small>{name}</small>
          </span>
          <Segments
            label={`Parity that ${role} waits for first at ${name}`}
            options={PARITIES}
            value={`${parity}`}
            disabled={disabled}
            onChange={value => change(state.edited, { parities: { ...parities, [id]: value === '1' ? 1 : 0 } })}
          />
        </div>
      ))}
      <p className={rail.note}>On a fresh barrier a wait for parity 1 passes, one for 0 does not.</p>
    </PanelSection>
  );
}

const ResetButton = ({ model: { state, edited, change } }: { readonly model: PipelineModel }) => {
  const { changes, parities } = edited.variant;
  const isPlain = Object.keys(changes).length + Object.keys(parities).length === 0;
  return (
    <button
      type="button"
      className={controls.button}
      disabled={isPlain || edited.text !== null}
      onClick={() => change(state.edited, { changes: {}, parities: {} })}
    >
      <RotateCcw size={16} strokeWidth={1.75} aria-hidden /> Reset all
    </button>
  );
};
