/** The faults that the checkers found in each variant's chosen CTA, in the checkers' words. */

import { count } from '../base/numbers.ts';
import { VariantBadge } from '../pictures/badges.tsx';
import type { Fault } from '../trace/fault.ts';
import css from './evidence-panel.module.css';
import { FAULT_NAMES } from './fault-names.ts';
import type { VariantView } from './variant-view.ts';

/** The first of each kind says it; hundreds of lanes with the same mistake do not say more. */
export function FaultList({ views }: { views: readonly VariantView[] }) {
  const faulty = views.filter(view => view.emulated.state === 'done' && view.emulated.faults.length > 0);
  if (faulty.length === 0) return null;
  return (
    <ul className={`stack remark ${css.faults}`}>
      {faulty.flatMap(view =>
        firstOfKinds(view).map(({ fault, alike }) => (
          <li className="lead" key={`${view.badge} ${fault.kind}`}>
            <VariantBadge letter={view.badge} />
            <p>
              <strong>{FAULT_NAMES[fault.kind]}</strong>
              {alike > 1 && ` × ${count(alike)}`}: {fault.message}
            </p>
          </li>
        )),
      )}
    </ul>
  );
}

function firstOfKinds({ emulated }: VariantView): { fault: Fault; alike: number }[] {
  if (emulated.state !== 'done') return [];
  const { faults } = emulated;
  return [...new Set(faults.map(fault => fault.kind))].map(kind => {
    const alike = faults.filter(fault => fault.kind === kind);
    return { fault: alike[0], alike: alike.reduce((sum, fault) => sum + (fault.count ?? 1), 0) };
  });
}
