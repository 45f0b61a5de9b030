/** What a compiled kernel and a GPU make of the drawn tile. */
import { Check, Clock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { SourceBadge } from '../../../pictures/badges.tsx';
import type { CompiledCheck, CompiledView } from './compiled-view.ts';
import css from './sources-section.module.css';
import { type VerdictWords, verdictOf } from './verdict.ts';

interface SourcesSectionProps<C extends CompiledCheck> {
  readonly compiled: CompiledView<C>;
  readonly words: VerdictWords<C>;
  /** One sentence about what the kernel does. */
  readonly kernel: string;
  /** What was seen on a GPU. */
  readonly measured: string;
  /** The choice of a kernel. */
  readonly children: ReactNode;
}

export const SourcesSection = <C extends CompiledCheck>(props: SourcesSectionProps<C>) => (
  <section
    className={`card panel ${css.section}`}
    aria-label="Compiled kernel"
    aria-busy={props.compiled.state === 'running'}
  >
    <div className="head">
      <h2>Compiled kernel</h2>
      {props.children}
    </div>
    <Emulated {...props} />
    <div className={`stack ${css.row}`}>
      <SourceBadge source="measured" />
      <p className="dim">{props.measured}</p>
    </div>
  </section>
);

function Emulated<C extends CompiledCheck>({ compiled, words, kernel }: SourcesSectionProps<C>) {
  const { tone, text } = verdictOf(compiled, words);
  const Icon = ICONS[tone];
  return (
    <div className={`stack ${css.row}`}>
      <SourceBadge source="emulated" />
      <div>
        <p className={css.verdict} data-tone={tone} role="status">
          <Icon size={15} strokeWidth={2} aria-hidden /> {text}
        </p>
        <p className="caption">
          {kernel} {compiled.state === 'done' && `${compiled.found.provenance}.`}
        </p>
      </div>
    </div>
  );
}

const ICONS = { agree: Check, differ: X, waiting: Clock } as const;
