/** Fields for which parts of the pipelines are drawn, and which marker lies at 0. */
import { CheckField, optionsOf, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { PanelSection } from '../../../panels/panel-section.tsx';
import { commonMarkers } from '../../../panels/pipeline/pipeline-axis.ts';
import { UNDERS } from '../../links/pipeline.ts';
import type { PipelineModel } from './use-pipeline.ts';

const START = 'start';
const UNDER_NAMES = {
  emulated: 'emulated spans',
  measured: 'measured spans',
  both: 'both of them',
  nothing: 'nothing',
} as const;

export function ShownParts({ model }: { readonly model: PipelineModel }) {
  const { state, update, sides } = model;
  const markers = commonMarkers(sides);
  return (
    <PanelSection title="Picture">
      <SelectField
        label="Align on"
        value={state.align ?? START}
        options={[{ value: START, label: 'the start' }, ...markers.map(({ id, label }) => ({ value: id, label }))]}
        onChange={align => update({ align: align === START ? null : align, window: null, at: null })}
      />
      <SelectField
        label="Under the bars"
        value={state.under}
        options={optionsOf(UNDERS, under => UNDER_NAMES[under])}
        onChange={under => update({ under })}
      />
      <CheckField label="Barriers, by parity" checked={state.traces} onChange={traces => update({ traces })} />
      <CheckField label="Tensor cores and copy engine" checked={state.units} onChange={units => update({ units })} />
      <CheckField label="What overlap hides" checked={state.brackets} onChange={brackets => update({ brackets })} />
      <CheckField
        label="Critical path"
        checked={state.criticalPath}
        onChange={criticalPath => update({ criticalPath })}
      />
    </PanelSection>
  );
}
