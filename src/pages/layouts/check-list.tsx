/** Claims about the result, each checked point by point. */
import { Check as CheckIcon, Clock, X } from 'lucide-react';
import { useId } from 'react';
import type { Check, LayoutVerdict } from '../../model/layout-steps/checks.ts';
import css from './check-list.module.css';

const ICONS = { agree: CheckIcon, differ: X, skipped: Clock };

export function CheckList({ checks }: { readonly checks: readonly Check[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.checks}>
      <h2 id={id}>Post-conditions</h2>
      <ul>
        {checks.map(({ claim, verdict }) => {
          const Icon = ICONS[verdict.kind];
          return (
            <li key={claim} data-verdict={verdict.kind}>
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              <span>
                {claim} <small>{verdictText(verdict)}</small>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function verdictText(verdict: LayoutVerdict): string {
  if (verdict.kind === 'skipped') return `not checked: ${verdict.why}`;
  if (verdict.kind === 'differ') return `differs at ${verdict.at}: ${verdict.found}`;
  return `agrees in all ${verdict.points.toLocaleString('en-US')} cases`;
}
