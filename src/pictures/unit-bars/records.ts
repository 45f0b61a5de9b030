/** Records of a pipeline's utilisation. */
import { LIMITS, type Limit, type RunRecords } from '../../model/pipeline/pipeline-run.ts';
import { type RoleTimes, roleTimes } from '../../model/pipeline/role-times.ts';
import type { Scenario } from '../../trace/scenario.ts';

export interface UnitBarsRecords {
  readonly scenario: Scenario;
  readonly run: RunRecords;
  readonly roles: readonly RoleTimes[];
}

export const unitBarsRecords = (scenario: Scenario, run: RunRecords): UnitBarsRecords => ({
  scenario,
  run,
  roles: roleTimes(scenario, run),
});

export const LIMIT_NAMES: Readonly<Record<Limit, string>> = {
  copy: 'Copy engine',
  tensor: 'Tensor cores',
  exp: 'Exponentials',
  issue: 'Issue slots',
  latency: 'Latency',
};

export interface UnitRow {
  readonly limit: Limit;
  readonly name: string;
  /** Share of the time in which it worked; null for latency, which is no unit. */
  readonly busy: number | null;
  /** Share of the critical path; null in a deadlock, which has none. */
  readonly decides: number | null;
}

/** Rows of units that the run uses, or that bound it. */
export function unitRows({ run }: Pick<UnitBarsRecords, 'run'>): UnitRow[] {
  const { busyClk, limitClk, deadlock } = run;
  const share = (clk: number): number => clk / Math.max(1, run.totalClk);
  return LIMITS.map(limit => ({
    limit,
    name: LIMIT_NAMES[limit],
    busy: limit === 'latency' ? null : share(busyClk[limit]),
    decides: deadlock === null ? share(limitClk[limit]) : null,
  })).filter(({ busy, decides }) => (busy ?? 0) + (decides ?? 0) > 0);
}

/** '76.5 %'. */
export const percent = (share: number): string =>
  `${(100 * share).toLocaleString('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} %`;
