/** Do the sources agree on the pipelines? In one sentence. */
import { Check, Clock, X } from 'lucide-react';
import { listed } from '../../base/numbers.ts';
import css from '../evidence-panel.module.css';
import { VERDICT_TONES } from '../verdict-tones.ts';
import type { PipelineSide } from './pipeline-side.ts';

const ICONS = { agree: Check, differ: X, waiting: Clock };

export function PipelineVerdict({ sides }: { readonly sides: readonly PipelineSide[] }) {
  const { kind, title, text } = verdictOf(sides);
  const Icon = ICONS[kind];
  return (
    <div className={`tinted banner ${css.verdict}`} data-tone={VERDICT_TONES[kind]} role="status">
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  );
}

interface Verdict {
  readonly kind: keyof typeof ICONS;
  readonly title: string;
  readonly text: string;
}

/** Exported for tests: the page's claim must follow from the records alone. */
export function verdictOf(sides: readonly PipelineSide[]): Verdict {
  const done = sides.flatMap(({ letter, emulated }) => (emulated.state === 'done' ? [{ letter, ...emulated }] : []));
  const differing = done.filter(({ difference }) => difference !== null);
  if (differing.length > 0)
    return {
      kind: 'differ',
      title: `The kernel of ${listed(differing.map(({ letter }) => letter))} does something else`,
      text: 'The compiled PTX differs from the scenario: see below. The first span that differs is flagged.',
    };
  if (sides.some(({ emulated }) => emulated.state === 'running'))
    return { kind: 'waiting', title: 'Emulating', text: 'The compiled PTX is being executed.' };
  if (done.length === 0)
    return {
      kind: 'waiting',
      title: 'Prediction only',
      text: 'Nothing has checked this timeline yet: no compiled kernel has this pipeline.',
    };
  return {
    kind: 'agree',
    title: 'Model and emulation agree',
    text: `The compiled PTX waits, copies, multiplies and arrives in the predicted order${done.length < sides.length ? `, in ${listed(done.map(({ letter }) => letter))}` : ''}.`,
  };
}
