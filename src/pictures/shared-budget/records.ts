/** What the shared-memory budget is drawn from. */
import type { Scenario } from '../../trace/scenario.ts';

export interface SharedBudgetRecords {
  readonly buffers: Scenario['buffers'];
  /** That a CTA may have [bytes]. */
  readonly mostBytes: number;
}
