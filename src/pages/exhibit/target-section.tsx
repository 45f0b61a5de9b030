/** The rail's target: the architecture whose PTX is run, shipped or compiled here. */

import { useQuery } from '@tanstack/react-query';
import { optionsOf, SelectField } from '../../panels/kit/choice-fields.tsx';
import { FactList } from '../../panels/kit/fact-list.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import { fetchMachine } from '../../services/server/server.ts';
import type { ExhibitModel } from './use-exhibit.ts';

export function TargetSection({ model }: { model: ExhibitModel }) {
  const { kernel, state, update } = model;
  const machine = useQuery({ queryKey: ['machine'], queryFn: fetchMachine });
  const compilable = machine.data?.archs ?? [];
  const archs = [...new Set([...kernel.archs, ...compilable, state.arch])].sort(
    (a, b) => Number.parseInt(a.slice(3), 10) - Number.parseInt(b.slice(3), 10),
  );
  return (
    <PanelSection title="Target">
      <SelectField
        label="Architecture"
        value={state.arch}
        options={optionsOf(archs, arch => (kernel.archs.includes(arch) ? arch : `${arch} (nvcc)`))}
        onChange={arch => update({ arch })}
      />
      <FactList look="ends" facts={[{ name: 'Banks', value: '32 × 4 B' }]} />
    </PanelSection>
  );
}
