/** What of the pipelines is drawn, and what lies at 0. */
import { useId } from 'react';
import { ChoiceList } from '../../../panels/choice-list.tsx';
import { PanelSection } from '../../../panels/panel-section.tsx';
import { commonMarkers } from '../../../panels/pipeline/pipeline-axis.ts';
import { UNDERS } from '../../links/pipeline.ts';
import css from './pipeline-rail.module.css';
import type { PipelineModel } from './use-pipeline.ts';

const START = 'start';
const UNDER_NAMES = { emulated: 'emulated spans', measured: 'measured spans', nothing: 'nothing' } as const;

export function ShownParts({ model }: { readonly model: PipelineModel }) {
  const { state, update, sides } = model;
  const markers = commonMarkers(sides);
  return (
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
  );
}

interface SwitchProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

export function Switch({ label, value, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className={`row prose ${css.switch}`} htmlFor={id}>
      <input id={id} type="checkbox" checked={value} onChange={event => onChange(event.target.checked)} /> {label}
    </label>
  );
}
