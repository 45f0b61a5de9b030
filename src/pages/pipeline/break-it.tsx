/** Mistakes that an author might make, in the rail: one is chosen, and the timeline shows who then waits for whom. */
import { Undo2 } from 'lucide-react';
import { useMemo } from 'react';

import { mistakesOf } from '../../model/pipeline/mistakes.ts';
import { SelectField } from '../../panels/kit/choice-fields.tsx';
import { PanelSection } from '../../panels/panel-section.tsx';
import type { PipelineModel } from '../kit/pipeline/use-pipeline.ts';
import { scenarioText } from '../kit/pipeline/variant-scenario.ts';

/** Hidden while the scenario is the reader's own text, but for the way back: what was broken here is such a text. */
export function BreakIt({ model: { edited, type } }: { readonly model: PipelineModel }) {
  const { side, error, text } = edited;
  const mistakes = useMemo(() => (side && error === null ? mistakesOf(side.scenario) : []), [side, error]);
  if (text !== null)
    return (
      <PanelSection title="Break it">
        <button type="button" className="button" onClick={() => type(null)}>
          <Undo2 size={16} strokeWidth={1.75} aria-hidden /> Mend it: back to the preset
        </button>
      </PanelSection>
    );
  if (mistakes.length === 0) return null;
  const choose = (chosen: string): void => {
    const mistake = mistakes.find(({ id }) => id === chosen);
    if (mistake !== undefined) type(scenarioText(mistake.apply()));
  };
  return (
    <PanelSection title="Break it">
      <SelectField
        label="Mistake"
        layout="stack"
        value=""
        options={[
          { value: '', label: 'none' },
          ...mistakes.map(({ id, role, label }) => ({ value: id, label: `${role} ${label}` })),
        ]}
        onChange={choose}
      />
    </PanelSection>
  );
}
