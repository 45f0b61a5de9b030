/** Chooses the compiled kernel with which the edited pipeline is compared, if there are several. */
import { counterpartsOf } from '../../../kernels/counterparts.ts';
import { SelectField } from '../../../panels/kit/choice-fields.tsx';
import type { PipelineModel } from './use-pipeline.ts';

/** Shown only if there are kernels besides the right one: the others are wrong on purpose. */
export function CompiledChoice({ model: { state, edited, change } }: { readonly model: PipelineModel }) {
  const kernels = counterpartsOf(edited.preset.id);
  if (kernels.length < 2 || edited.text !== null) return null;
  const chosen = kernels.find(({ version }) => version === edited.variant.kernel) ?? kernels[0];
  return (
    <>
      <SelectField
        label="Compiled kernel"
        value={chosen.version}
        options={kernels.map(({ version, title }) => ({ value: version, label: title }))}
        onChange={version => change(state.edited, { kernel: version === kernels[0].version ? null : version })}
      />
      {chosen.flaw && <p className="caption">{chosen.flaw}</p>}
    </>
  );
}
