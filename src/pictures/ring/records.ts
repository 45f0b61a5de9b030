/** What the ring picture is drawn from: a pipeline's rings of slots at one time. */
import type { PipelineState } from '../../model/pipeline/pipeline-state.ts';
import type { RingPosition } from '../../model/pipeline/ring-positions.ts';
import type { Scenario } from '../../trace/scenario.ts';

export interface RingRecords {
  readonly scenario: Scenario;
  readonly state: PipelineState;
  readonly positions: readonly RingPosition[];
}
