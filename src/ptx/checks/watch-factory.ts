/** Chooses what looks on while a CTA runs. */
import type { EmulationOptions } from '../emulation.ts';
import type { Cta } from '../machine/cta.ts';
import type { Program } from '../machine/program.ts';
import type { Watch } from '../machine/watch.ts';
import { CtaWatch } from './cta-watch.ts';
import { SharedChecker } from './shared-checker.ts';

/** One checker serves all CTAs that run one after the other in the same place. */
export function watchFactory(options: EmulationOptions, program: Program): (cta: Cta) => Watch | null {
  const observed = options.observedCtas ? new Set(options.observedCtas) : null;
  const checks = options.check ?? true;
  const checkers = new WeakMap<Cta, SharedChecker>();
  return cta => {
    if (observed && !observed.has(cta.number)) return null;
    const observe = options.observe ?? null;
    const isChecked = checks && cta.grid.sharedBytes > 0;
    if (!observe && !isChecked) return null;
    let checker: SharedChecker | null = null;
    if (isChecked) {
      checker = checkers.get(cta) ?? new SharedChecker(cta, program.sharedGranule);
      checkers.set(cta, checker);
      checker.start();
    }
    return new CtaWatch(cta, observe, checker);
  };
}
