/** The rail of a question: what is yours to change first, then everything else as it stands, locked. */
import { Lock } from 'lucide-react';
import type { OpenParam } from '../../../lessons/lesson.ts';
import { NumberField } from '../../../panels/kit/draft-fields.tsx';
import { FactList } from '../../../panels/kit/fact-list.tsx';
import { valueWords } from '../../../panels/param-words.ts';
import type { ExhibitModel } from '../use-exhibit.ts';
import css from './quiz.module.css';

interface QuizRailProps {
  readonly model: ExhibitModel;
  readonly open: OpenParam | null;
  readonly isTold: boolean;
}

export function QuizRail({ model, open, isTold }: QuizRailProps) {
  const { kernel, state, stage, exhibit } = model;
  const field = kernel.fields.find(({ name }) => name === open?.name);
  const facts = [
    { name: 'Variant', value: stage.views[0].title },
    { name: 'Side', value: exhibit.sideNames[state.side] },
    { name: 'Warp', value: state.warp },
    ...kernel.fields
      .filter(({ name, variants }) => name !== open?.name && (variants?.includes(state.variants[0]) ?? true))
      .map(field => ({ name: field.label, value: valueWords(field, state.params[field.name]) })),
  ];
  return (
    <div className={css.rail}>
      {open && field?.control.kind === 'range' && (
        <div className={css.open}>
          <p>
            <strong>{field.label}</strong> <span>yours to change</span>
          </p>
          <NumberField
            {...field.control}
            label={`${field.label}, ${open.min} to ${open.max}`}
            min={open.min}
            max={open.max}
            slider={{ min: open.min, max: open.max, step: 1 }}
            value={Number(state.params[open.name])}
            onChange={value => stage.onParam(open.name, value)}
          />
        </div>
      )}
      <p className={css.lock}>
        <Lock size={14} strokeWidth={1.75} aria-hidden /> {lockWords(open !== null, isTold)}
      </p>
      <FactList look="ends" className={css.facts} facts={facts} />
    </div>
  );
}

function lockWords(hasOpen: boolean, isTold: boolean): string {
  if (hasOpen) return 'The rest is locked in this step.';
  return isTold ? 'This is what was asked about.' : 'All is locked while a question is open.';
}
