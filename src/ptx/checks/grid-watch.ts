/** Chooses what looks on while a CTA runs. */
import type { EmulationOptions } from '../emulation.ts';
import type { BeyondCore } from '../launch/beyond-core.ts';
import type { Cta } from '../machine/cta.ts';
import type { Grid } from '../machine/grid.ts';
import type { Watch } from '../machine/watch.ts';
import { CtaWatch } from './cta-watch.ts';
import { GlobalAccesses } from './global-accesses.ts';
import { GlobalRecord } from './global-record.ts';
import { SharedChecker } from './shared-checker.ts';
import { VariableBounds } from './variable-bounds.ts';
import { WarpClocks } from './warp-clocks.ts';

/** Observers of a grid. */
export interface GridWatch {
  /** Null for a CTA that is not observed or checked. */
  readonly watch: (cta: Cta) => Watch | null;
  /** Records of device memory; null if nothing is checked. */
  readonly recordOf: (grid: Grid) => GlobalRecord | null;
}

/** The observers. A whole cluster is checked if one of its CTAs is observed. */
export function gridWatch(options: EmulationOptions, beyondCore: BeyondCore | null): GridWatch {
  const chosen = options.observedCtas ?? options.ctas;
  const observed = chosen ? new Set(chosen) : null;
  const isObserved = (cta: Cta): boolean => observed === null || observed.has(cta.number);
  const checks = options.check ?? true;
  const checkers = new Checkers(beyondCore, options.observedCtas === undefined);
  return {
    watch(cta) {
      const observe = isObserved(cta) ? (options.observe ?? null) : null;
      const isChecked = checks && cta.cluster.some(isObserved);
      if (!observe && !isChecked) return null;
      return new CtaWatch(cta, observe, isChecked ? checkers.startedFor(cta) : null, beyondCore);
    },
    recordOf: grid => (checks ? checkers.recordOf(grid) : null),
  };
}

/** Atomics are beyond the core. */
const NONE: ReadonlySet<number> = new Set();

/** Checkers of one cluster. */
interface ClusterChecks {
  readonly clocks: WarpClocks;
  readonly global: GlobalAccesses;
}

/** One checker serves all CTAs that run one after the other in the same place. */
class Checkers {
  readonly #beyondCore: BeyondCore | null;
  readonly #isWhole: boolean;
  readonly #checkers = new WeakMap<Cta, SharedChecker>();
  readonly #clusters = new WeakMap<readonly Cta[], ClusterChecks>();
  #record: GlobalRecord | null = null;
  #bounds: VariableBounds | null = null;

  constructor(beyondCore: BeyondCore | null, isWhole: boolean) {
    this.#beyondCore = beyondCore;
    this.#isWhole = isWhole;
  }

  startedFor(cta: Cta): SharedChecker {
    const { clocks, global } = this.#clusterOf(cta);
    if (cta.clusterRank === 0) {
      clocks.startCluster(cta.number);
      global.start(cta.number);
    }
    this.#bounds ??= new VariableBounds(cta.grid.program);
    const checker = this.#checkers.get(cta) ?? new SharedChecker(cta, clocks, global, this.#bounds, this.#beyondCore);
    this.#checkers.set(cta, checker);
    checker.start();
    return checker;
  }

  recordOf(grid: Grid): GlobalRecord {
    this.#record ??= new GlobalRecord(grid, this.#isWhole, {
      confirmed: this.#beyondCore?.confirmedLoads(grid.program) ?? NONE,
      blind: this.#beyondCore?.blindAtomics(grid.program) ?? NONE,
    });
    return this.#record;
  }

  #clusterOf({ cluster, grid }: Cta): ClusterChecks {
    const known = this.#clusters.get(cluster);
    if (known) return known;
    const { warpsPerCta, program } = grid;
    const clocks = new WarpClocks(cluster.length, warpsPerCta, program.lanesInStep, this.#beyondCore?.flagOrder);
    const leaving = this.#beyondCore?.leavingCopies() ?? null;
    const warps = cluster.length * warpsPerCta;
    const global = new GlobalAccesses(this.recordOf(grid), clocks, warps, leaving, this.#beyondCore?.globalCounters);
    this.#clusters.set(cluster, { clocks, global });
    return { clocks, global };
  }
}
