/** What of the pipelines is drawn, what lies at 0, and which compiled kernel lies under the edited one. */
import { useId } from 'react';
import { counterpartsOf } from '../../kernels/gemm/pipelines.ts';
import { ChoiceList } from '../../panels/choice-list.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { commonMarkers } from '../../panels/pipeline/pipeline-axis.ts';
import rail from '../../panels/rail.module.css';
import css from './pipeline-rail.module.css';
import { UNDERS } from './pipeline-search.ts';
import type { PipelineModel } from './use-pipeline.ts';

const START = 'start';
const UNDER_NAMES = { emulated: 'emulated spans', measured: 'measured spans', nothing: 'nothing' } as const;

export function ShownParts({ model }: { readonly model: PipelineModel }) {
  const { state, update, sides } = model;
  const markers = commonMarkers(sides);
  return (
    <>
      <CompiledChoice model={model} />
      <PanelSection title="Picture">
        <ChoiceList
          label="Align on"
          value={state.align ?? START}
          values={[START, ...markers.map(({ id }) => id)]}
          labels={['the start', ...markers.map(({ label }) => label)]}
          onChange={align => update({ align: align === START ? null : align, window: null, at: null })}
        />
        <ChoiceList
          label="Under the bars"
          value={state.under}
          values={UNDERS}
          labels={UNDERS.map(under => UNDER_NAMES[under])}
          onChange={under => update({ under })}
        />
        <Switch label="Barriers, by parity" value={state.traces} onChange={traces => update({ traces })} />
        <Switch label="Tensor cores and copy engine" value={state.units} onChange={units => update({ units })} />
        <Switch label="Critical path" value={state.criticalPath} onChange={criticalPath => update({ criticalPath })} />
      </PanelSection>
    </>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

function Switch({ label, value, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className={css.switch} htmlFor={id}>
      <input id={id} type="checkbox" checked={value} onChange={event => onChange(event.target.checked)} /> {label}
    </label>
  );
}

/** Only where there is more than the right one: the others are wrong on purpose. */
function CompiledChoice({ model: { state, edited, change } }: { readonly model: PipelineModel }) {
  const kernels = counterpartsOf(edited.preset.id);
  if (kernels.length < 2 || edited.text !== null) return null;
  const chosen = kernels.find(({ version }) => version === edited.variant.kernel) ?? kernels[0];
  return (
    <PanelSection title="Compiled kernel">
      <ChoiceList
        label="Emulates"
        value={chosen.version}
        values={kernels.map(({ version }) => version)}
        labels={kernels.map(({ title }) => title)}
        onChange={version => change(state.edited, { kernel: version === kernels[0].version ? null : version })}
      />
      {chosen.flaw && <p className={rail.note}>{chosen.flaw}</p>}
    </PanelSection>
  );
}
