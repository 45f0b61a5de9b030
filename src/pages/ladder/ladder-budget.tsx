/** Shared memory and registers of the versions on the stage, beside what ptxas made of them. */
import { useMemo } from 'react';
import { CTA_SHARED_BYTES, LANES } from '../../base/hardware.ts';
import { count } from '../../base/numbers.ts';
import { RESOURCES_BY, resourcesOf } from '../../kernels/attention/resources.ts';
import { FoldedPart } from '../../panels/folded-part.tsx';
import { FactList } from '../../panels/kit/fact-list.tsx';
import type { PipelineSide } from '../../panels/pipeline/pipeline-side.ts';
import { ResourceTable } from '../../panels/resource-table.tsx';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { SharedBudget } from '../../pictures/shared-budget/index.tsx';
import type { Role } from '../../trace/scenario.ts';
import type { LadderModel } from './model.ts';

export function LadderBudget({ model: { sides, variants, theme } }: { readonly model: LadderModel }) {
  const [first] = sides;
  const records = useMemo(() => first && { buffers: first.scenario.buffers, mostBytes: CTA_SHARED_BYTES }, [first]);
  const scale = usePictureScale();
  if (first === undefined || records === undefined) return null;
  const rows = variants.map(({ letter, preset, variant }) => {
    const headDim = Number(variant.changes.headDim ?? 128);
    const resources = resourcesOf(preset.id, headDim);
    return { badge: letter, title: preset.title, build: `heads of ${headDim}`, resources };
  });
  return (
    <section className="stack" aria-label="Budgets">
      <SharedBudget {...scale} records={records} theme={theme} source="predicted" />
      <FoldedPart title="Registers and resources" note="of each role, and as compiled">
        <Registers side={first} />
        <ResourceTable rows={rows} by={RESOURCES_BY} />
      </FoldedPart>
    </section>
  );
}

/** At the launch all threads have the same; `setmaxnreg` moves them to those that multiply. */
function Registers({ side: { scenario } }: { readonly side: PipelineSide }) {
  const groups = scenario.roles.flatMap(role => registersOf(role) ?? []);
  if (groups.length === 0) return null;
  const sum = groups.reduce((all, { threads, now }) => all + threads * now, 0);
  const facts = groups.map(({ name, threads, atLaunch, now }) => ({
    name,
    value: `${threads} threads × ${now} registers, ${atLaunch} at the launch`,
  }));
  const all = { name: 'Together', value: `${count(sum)} of ${count(scenario.resources.registers)} registers` };
  return <FactList facts={[...facts, all]} />;
}

function registersOf({ name, warps, registers, steps }: Role) {
  const taken = steps.find(step => step.do === 'setRegisters');
  if (registers === undefined || taken?.do !== 'setRegisters') return null;
  return { name, threads: warps * LANES, atLaunch: registers, now: taken.count };
}
