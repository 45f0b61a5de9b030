/** What of the launch runs and is drawn: CTAs, the traced one, and whether a fault ends it. */
import { useState } from 'react';
import { Segments } from '../../../panels/fields.tsx';
import { PanelSection } from '../../../panels/panel-section.tsx';
import { useEditing } from './editing.ts';
import { PickField, TypedField } from './typed-field.tsx';
import { ctasText, readCount, readCtas } from './typed-text.ts';

const CHOICES = [
  ['all', 'whole grid'],
  ['first', 'the first'],
  ['list', 'a list'],
] as const;
type Choice = (typeof CHOICES)[number][0];

const choiceOf = (ctas: readonly number[] | null): Choice =>
  ctas === null ? 'all' : ctas.every((cta, i) => cta === i) ? 'first' : 'list';

const MOST_CTAS = 65_536;

export function RunSection() {
  const { document, launch, patch, errorAt } = useEditing();
  const total = launch.grid[0] * launch.grid[1] * launch.grid[2];
  return (
    <PanelSection title="Run">
      <CtaChoice total={total} />
      <TypedField
        label="Traced CTA"
        text={String(document.tracedCta)}
        read={readCount(0, total - 1, 'linear number')}
        onValue={tracedCta => patch({ tracedCta, ...withTraced(document.ctas, tracedCta) })}
        error={errorAt('tracedCta')}
      />
      <Segments
        label="Faults"
        value={document.faults}
        options={[
          { value: 'first', label: 'stop at a fault' },
          { value: 'all', label: 'collect all' },
        ]}
        onChange={faults => patch({ faults })}
      />
    </PanelSection>
  );
}

/** What is drawn must run. */
const withTraced = (ctas: readonly number[] | null, traced: number) =>
  ctas === null || ctas.includes(traced) ? {} : { ctas: [...ctas, traced].sort((a, b) => a - b) };

function CtaChoice({ total }: { readonly total: number }) {
  const { document, patch, errorAt } = useEditing();
  const { ctas } = document;
  // A list that happens to be 0, 1, 2 stays a list while it is being edited.
  const [asked, setAsked] = useState<Choice | null>(null);
  const choice = ctas === null ? 'all' : asked === 'list' ? 'list' : choiceOf(ctas);
  const set = (numbers: readonly number[] | null) =>
    patch({ ctas: numbers, ...(numbers?.includes(document.tracedCta) === false ? { tracedCta: numbers[0] } : {}) });
  const choose = (next: Choice) => {
    setAsked(next);
    if (next === 'all') set(null);
    else if (next === 'first') set(firstCtas(Math.min(total, 4)));
    else set(ctas ?? [document.tracedCta]);
  };
  const error = errorAt('ctas', true);
  return (
    <>
      <PickField label="CTAs to run" value={choice} options={CHOICES} onChange={choose} />
      {choice === 'first' && (
        <TypedField
          label="How many"
          text={String(ctas?.length ?? 1)}
          read={readCount(1, Math.min(total, MOST_CTAS), 'CTAs')}
          onValue={count => set(firstCtas(count))}
          error={error}
        />
      )}
      {choice === 'list' && (
        <TypedField
          label="Numbers"
          text={ctasText(ctas ?? [])}
          read={readCtas(total)}
          onValue={set}
          error={error}
          hint="Linear numbers and ranges: 0, 3, 8-11"
        />
      )}
    </>
  );
}

const firstCtas = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
