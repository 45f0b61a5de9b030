/** Two to four variants on one scale: a head per column, the same pictures in the same order below. */
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { listed } from '../base/numbers.ts';
import { waysOf } from '../model/banks/wavefronts.ts';
import { VariantBadge } from '../pictures/badges.tsx';
import { degreeChip, type Theme } from '../pictures/theme.ts';
import { faultNames } from './fault-names.ts';
import fields from './kit/fields.module.css';
import { PhoneEvidencePlace } from './phone-evidence.tsx';
import { useHotkeys } from './use-hotkeys.ts';
import css from './variant-columns.module.css';
import { bestSource, isDrawn, type VariantView } from './variant-view.ts';

interface VariantColumnsProps {
  readonly views: readonly VariantView[];
  readonly theme: Theme;
  /** All columns at any width, and no switch: for slides. */
  readonly compact: boolean;
  readonly changed: (view: VariantView) => string;
  /** For a variant that cannot do the parameters: what can. */
  readonly instead?: (view: VariantView) => ReactNode;
  readonly children: (view: VariantView) => ReactNode;
}

export function VariantColumns({ views, theme, compact, changed, instead, children }: VariantColumnsProps) {
  // A phone shows one variant at a time. On any screen, a letter key shows one variant alone, and all of them when
  // pressed again.
  const [shown, setShown] = useState<string>('A');
  const [solo, setSolo] = useState<string | null>(null);
  const toggle = (letter: string) => () => setSolo(solo === letter ? null : letter);
  useHotkeys(Object.fromEntries(views.map(view => [view.badge.toLowerCase(), toggle(view.badge)])));
  const visible = views.some(view => view.badge === solo) ? views.filter(view => view.badge === solo) : views;
  const onPhone = visible.some(view => view.badge === shown) ? shown : visible[0].badge;
  return (
    <>
      {views.length > 1 && !compact && (
        <fieldset className={`${fields.segments} ${css.switch}`}>
          <legend className="visually-hidden">Variant shown</legend>
          {views.map(view => (
            <button
              key={view.badge}
              type="button"
              className={fields.segment}
              aria-pressed={view.badge === onPhone}
              onClick={() => {
                setSolo(null);
                setShown(view.badge);
              }}
            >
              <VariantBadge letter={view.badge} /> <span className="ellipsis">{view.title}</span>
            </button>
          ))}
        </fieldset>
      )}
      <div className={css.columns} data-count={visible.length} data-compact={compact || undefined}>
        {visible.map(view => (
          <section
            key={view.badge}
            className={`stack ${css.column}`}
            data-phone={view.badge === onPhone || undefined}
            aria-label={`Variant ${view.badge}: ${view.title}`}
          >
            <header className={`row ${css.head}`}>
              <VariantBadge letter={view.badge} />
              <h2>{view.title}</h2>
              <span className="ellipsis muted grow">{changed(view)}</span>
              <VariantPill view={view} theme={theme} />
            </header>
            {isDrawn(view) ? children(view) : <p className="dim">{view.refusal ?? view.tooLarge}</p>}
            {view.refusal !== null && instead?.(view)}
            {view.badge === onPhone && <PhoneEvidencePlace />}
          </section>
        ))}
      </div>
    </>
  );
}

/** The verdict on the chosen access, in its degree's colour. A fault found outranks a conflict. */
export function VariantPill({ view, theme }: { view: VariantView; theme: Theme }) {
  const { cost } = bestSource(view).view;
  if (view.emulated.state === 'done' && view.emulated.faults.length > 0) {
    return (
      <span className="tinted chip" data-tone="conflict">
        {listed(faultNames(view.emulated.faults))}
      </span>
    );
  }
  if (!cost) return null;
  if (cost.excess === 0)
    return (
      <span className="tinted chip" data-tone="ok">
        <Check size={14} strokeWidth={2} aria-hidden /> conflict-free
      </span>
    );
  const ways = waysOf(cost);
  const { fill, text } = degreeChip(theme, ways);
  return (
    <span className="chip" style={{ background: fill, color: text }}>
      {ways}-way conflict
    </span>
  );
}
