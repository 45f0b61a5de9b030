/** Chooses what looks on while a CTA runs. */
import type { EmulationOptions } from '../emulation.ts';
import type { BeyondCore } from '../launch/beyond-core.ts';
import type { Cta } from '../machine/cta.ts';
import type { Program } from '../machine/program.ts';
import type { Watch } from '../machine/watch.ts';
import { CtaWatch } from './cta-watch.ts';
import { SharedChecker } from './shared-checker.ts';
import { WarpClocks } from './warp-clocks.ts';

/** What is checked is a whole cluster, where one of its CTAs is observed. */
export function watchFactory(
  options: EmulationOptions,
  program: Program,
  beyondCore: BeyondCore | null,
): (cta: Cta) => Watch | null {
  const chosen = options.observedCtas ?? options.ctas;
  const observed = chosen ? new Set(chosen) : null;
  const isObserved = (cta: Cta): boolean => observed === null || observed.has(cta.number);
  const checks = options.check ?? true;
  const checkers = new Checkers(program, beyondCore);
  return cta => {
    const observe = isObserved(cta) ? (options.observe ?? null) : null;
    const { sharedBytes, isOverlapping } = cta.grid;
    const isChecked = checks && (sharedBytes > 0 || isOverlapping) && cta.cluster.some(isObserved);
    if (!observe && !isChecked) return null;
    return new CtaWatch(cta, observe, isChecked ? checkers.startedFor(cta) : null, beyondCore);
  };
}

/** One checker serves all CTAs that run one after the other in the same place. */
class Checkers {
  readonly #program: Program;
  readonly #beyondCore: BeyondCore | null;
  readonly #checkers = new WeakMap<Cta, SharedChecker>();
  readonly #clocks = new WeakMap<readonly Cta[], WarpClocks>();

  constructor(program: Program, beyondCore: BeyondCore | null) {
    this.#program = program;
    this.#beyondCore = beyondCore;
  }

  startedFor(cta: Cta): SharedChecker {
    const { cluster, clusterRank, grid } = cta;
    const clocks = this.#clocks.get(cluster) ?? new WarpClocks(cluster.length, grid.warpsPerCta);
    this.#clocks.set(cluster, clocks);
    if (clusterRank === 0) clocks.startCluster();
    const checker =
      this.#checkers.get(cta) ?? new SharedChecker(cta, this.#program.sharedGranule, clocks, this.#beyondCore);
    this.#checkers.set(cta, checker);
    checker.start();
    return checker;
  }
}
