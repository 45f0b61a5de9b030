/** The variants under comparison as cards A to D, each replaceable and removable, and the way to add one more. */
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
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
  /** Whether one may be chosen again, since the two may differ in a number. */
  readonly canRepeat: boolean;
  /** Text that tells the variant at a place from the others: 'pitch 33 elements'. */
  readonly changed: (at: number) => string;
  /** The field of a number that the variant at a place has for itself. */
  readonly own: (at: number) => ReactNode;
  /** `from`: the place that each had before; -1 for a new one. */
  readonly onChange: (variants: readonly string[], from: readonly number[]) => void;
}

export function VariantCards({ all, chosen, canRepeat, changed, own, onChange }: VariantCardsProps) {
  const next = nextOf(all, chosen);
  const places = chosen.map((_, at) => at);
  const replace = (at: number, id: string) => onChange(chosen.with(at, id), places.with(at, -1));
  const remove = (at: number) => onChange(chosen.toSpliced(at, 1), places.toSpliced(at, 1));
  return (
    <ul className="stack">
      {chosen.map((id, at) => {
        const variant = all.find(v => v.id === id);
        if (!variant) return null;
        return (
          <li key={BADGES[at]} className={`card lead ${css.card}`} title={variant.summary}>
            <VariantBadge letter={BADGES[at]} />
            <div className={`grow ${css.text}`}>
              <Select
                className={css.title}
                aria-label={`Variant ${BADGES[at]}`}
                value={id}
                options={all.map(v => ({
                  value: v.id,
                  label: v.title,
                  disabled: !canRepeat && v.id !== id && chosen.includes(v.id),
                }))}
                onChange={other => replace(at, other)}
              />
              <span className="caption">{changed(at)}</span>
              {own(at)}
              {variant.mustFail && <span className="caption bad">wrong on purpose</span>}
            </div>
            {chosen.length > 1 && (
              <button
                type="button"
                className={`mark muted ${css.remove}`}
                aria-label={`Remove variant ${BADGES[at]}, ${variant.title}`}
                title="Remove"
                onClick={() => remove(at)}
              >
                <X size={14} strokeWidth={1.75} />
              </button>
            )}
          </li>
        );
      })}
      {chosen.length < BADGES.length && next && (
        <li>
          <button
            type="button"
            className={`row muted ${css.add}`}
            onClick={() => onChange([...chosen, next.id], [...places, -1])}
          >
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
