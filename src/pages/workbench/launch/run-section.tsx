/** Fields for which CTAs run, which one is traced, and whether a fault ends the run. */
import { type ComponentProps, useState } from 'react';
import { Segments, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { TextField } from '../../../panels/kit/draft-fields.tsx';
import { PanelSection } from '../../../panels/panel-section.tsx';
import { useEditing } from './editing.ts';
import { ctasText, MOST_CTAS, readCount, readCtas } from './typed-text.ts';

export function RunSection() {
  const { document, launch, patch, errorAt } = useEditing();
  const total = launch.grid[0] * launch.grid[1] * launch.grid[2];
  return (
    <PanelSection title="Run">
      <CtaChoice total={total} />
      <TextField
        label="Traced CTA"
        value={String(document.tracedCta)}
        parse={readCount(0, total - 1, 'linear number')}
        onChange={tracedCta => patch({ tracedCta, ...withTraced(document.ctas, tracedCta) })}
        error={errorAt('tracedCta')}
      />
      <NamedSegments
        label="Traced warps"
        value={document.tracedWarps ?? 'all'}
        options={[
          { value: 'all', label: 'all' },
          { value: 'roles', label: 'one of each role' },
        ]}
        onChange={tracedWarps => patch({ tracedWarps })}
      />
      <NamedSegments
        label="Faults"
        value={document.faults}
        options={[
          { value: 'first', label: 'stop at the first' },
          { value: 'all', label: 'collect all' },
        ]}
        onChange={faults => patch({ faults })}
      />
    </PanelSection>
  );
}

/** Its name is seen, too: the choices alone do not say of what. */
const NamedSegments = <T extends string>(props: ComponentProps<typeof Segments<T>>) => (
  <div>
    <span className="caption" aria-hidden>
      {props.label}
    </span>
    <Segments {...props} />
  </div>
);

/** A traced CTA must run, too. */
const withTraced = (ctas: readonly number[] | null, traced: number) =>
  ctas === null || ctas.includes(traced) ? {} : { ctas: [...ctas, traced].sort((a, b) => a - b) };

const CHOICES = [
  { value: 'all', label: 'whole grid' },
  { value: 'first', label: 'the first' },
  { value: 'list', label: 'a list' },
] as const;
type Choice = (typeof CHOICES)[number]['value'];

const choiceOf = (ctas: readonly number[]): Choice => (ctas.every((cta, i) => cta === i) ? 'first' : 'list');
const FEW = 4;

function CtaChoice({ total }: { readonly total: number }) {
  const { document, patch } = useEditing();
  const { ctas, tracedCta } = document;
  // A list that happens to be 0, 1, 2 stays a list while it is being edited.
  const [asked, setAsked] = useState<Choice | null>(null);
  const choice = ctas === null ? 'all' : asked === 'list' ? 'list' : choiceOf(ctas);
  const set = (numbers: readonly number[]) =>
    patch({ ctas: numbers, tracedCta: numbers.includes(tracedCta) ? tracedCta : numbers[0] });
  const choose = (next: Choice) => {
    setAsked(next);
    if (next === 'all') patch({ ctas: null });
    else set(next === 'first' ? firstCtas(Math.min(total, FEW)) : (ctas ?? [tracedCta]));
  };
  return (
    <>
      <SelectField label="CTAs to run" value={choice} options={CHOICES} onChange={choose} />
      {ctas !== null && <CtaNumbers ctas={ctas} total={total} isList={choice === 'list'} onChange={set} />}
    </>
  );
}

interface CtaNumbersProps {
  readonly ctas: readonly number[];
  readonly total: number;
  readonly isList: boolean;
  readonly onChange: (ctas: readonly number[]) => void;
}

function CtaNumbers({ ctas, total, isList, onChange }: CtaNumbersProps) {
  const { errorAt } = useEditing();
  const error = errorAt('ctas', true);
  return isList ? (
    <TextField
      label="Numbers"
      value={ctasText(ctas)}
      parse={readCtas(total)}
      onChange={onChange}
      error={error}
      hint="Linear numbers and ranges: 0, 3, 8-11"
    />
  ) : (
    <TextField
      label="How many"
      value={String(ctas.length)}
      parse={readCount(1, Math.min(total, MOST_CTAS), 'CTAs')}
      onChange={count => onChange(firstCtas(count))}
      error={error}
    />
  );
}

const firstCtas = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
