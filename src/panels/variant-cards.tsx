/** The variants under comparison as cards A to D, each replaceable and removable, and the way to add one more. */
import { Plus, X } from 'lucide-react';
import { VariantBadge } from '../pictures/badges.tsx';
import { Select } from './kit/choice-fields.tsx';
import css from './variant-cards.module.css';
import { BADGES } from './variant-view.ts';

export interface VariantChoice {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly mustFail: boolean;
}

interface VariantCardsProps {
  readonly all: readonly VariantChoice[];
  readonly chosen: readonly string[];
  /** Text that tells a chosen variant from the others: 'pitch 33 elements'. */
  readonly changed: (id: string) => string;
  readonly onChange: (variants: readonly string[]) => void;
}

export function VariantCards({ all, chosen, changed, onChange }: VariantCardsProps) {
  const next = nextOf(all, chosen);
  const replace = (at: number, id: string) => onChange(chosen.map((old, i) => (i === at ? id : old)));
  return (
    <ul className="stack">
      {chosen.map((id, at) => {
        const variant = all.find(v => v.id === id);
        if (!variant) return null;
        return (
          <li key={id} className={`card lead ${css.card}`} title={variant.summary}>
            <VariantBadge letter={BADGES[at]} />
            <div className={`grow ${css.text}`}>
              <Select
                className={css.title}
                aria-label={`Variant ${BADGES[at]}`}
                value={id}
                options={all.map(v => ({
                  value: v.id,
                  label: v.title,
                  disabled: v.id !== id && chosen.includes(v.id),
                }))}
                onChange={other => replace(at, other)}
              />
              <span className="caption">{changed(id)}</span>
              {variant.mustFail && <span className="caption bad">wrong on purpose</span>}
            </div>
            {chosen.length > 1 && (
              <button
                type="button"
                className={`mark muted ${css.remove}`}
                aria-label={`Remove variant ${BADGES[at]}, ${variant.title}`}
                title="Remove"
                onClick={() => onChange(chosen.filter(other => other !== id))}
              >
                <X size={14} strokeWidth={1.75} />
              </button>
            )}
          </li>
        );
      })}
      {chosen.length < BADGES.length && next && (
        <li>
          <button type="button" className={`row muted ${css.add}`} onClick={() => onChange([...chosen, next.id])}>
            <Plus size={16} strokeWidth={1.75} aria-hidden /> Add {next.title}
          </button>
        </li>
      )}
    </ul>
  );
}

/** The first variant after the last chosen one that is not shown yet: the list runs from plain to elaborate. */
function nextOf(all: readonly VariantChoice[], chosen: readonly string[]): VariantChoice | undefined {
  const last = all.findIndex(variant => variant.id === chosen[chosen.length - 1]);
  return [...all.slice(last + 1), ...all.slice(0, last)].find(variant => !chosen.includes(variant.id));
}
