/** What a compiled kernel and a GPU make of the drawn copy. */
import { Check, Clock, X } from 'lucide-react';
import { SourceBadge } from '../../pictures/badges.tsx';
import css from '../swizzle/compiled-section.module.css';
import type { CopyOfState } from './copy-of-state.ts';
import { measuredWords, verdictOf } from './source-words.ts';
import { type CompiledView, useCompiledCopy } from './use-compiled-copy.ts';

export function SourcesPanel({ shown }: { readonly shown: CopyOfState }) {
  const compiled = useCompiledCopy(shown);
  return (
    <section className={css.section} aria-label="Other sources" aria-busy={compiled.state === 'running'}>
      <div className={css.head}>
        <h2>The same copy, run</h2>
      </div>
      <div className={css.row}>
        <SourceBadge source="emulated" />
        <div>
          <VerdictLine compiled={compiled} />
          {compiled.state === 'done' && (
            <p className={css.note}>One tensor copy, then a dump of shared memory. {compiled.copy.provenance}.</p>
          )}
        </div>
      </div>
      <div className={css.row}>
        <SourceBadge source="measured" />
        <p>{measuredWords(shown)}</p>
      </div>
    </section>
  );
}

function VerdictLine({ compiled }: { readonly compiled: CompiledView }) {
  const { tone, text } = verdictOf(compiled);
  const Icon = ICONS[tone];
  return (
    <p className={css.verdict} data-tone={tone} role="status">
      <Icon size={15} strokeWidth={2} aria-hidden /> {text}
    </p>
  );
}

const ICONS = { agree: Check, differ: X, waiting: Clock } as const;
