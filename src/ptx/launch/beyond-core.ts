/** Parts that a launch needs for instructions beyond the core, besides their rows; and those of clusters and of launches that overlap. */
import { blindAtomics } from '../checks/blind-atomics.ts';
import { bulkRows } from '../checks/bulk-rows.ts';
import { confirmedLoads } from '../checks/confirmed-loads.ts';
import { EngineChecks } from '../checks/engine-checks.ts';
import { FlagOrder } from '../checks/flag-order.ts';
import { GlobalCounters } from '../checks/global-counters.ts';
import { HiddenAtomics } from '../checks/hidden-atomics.ts';
import { LateLoads } from '../checks/late-loads.ts';
import { LaunchOrder } from '../checks/launch-order.ts';
import { LeavingCopies } from '../checks/leaving-copies.ts';
import { MbarrierWaits } from '../checks/mbarrier-waits.ts';
import { ReadLog } from '../checks/read-log.ts';
import { RemoteReads } from '../checks/remote-reads.ts';
import { Residency } from '../checks/residency.ts';
import { SharedCounters } from '../checks/shared-counters.ts';
import { StrongAccesses } from '../checks/strong-accesses.ts';
import { WordsInStep } from '../checks/words-in-step.ts';
import { ALL_EFFECTS } from '../isa/loops.ts';
import { insteadOf } from '../isa/missing.ts';
import { TABLE } from '../isa/table.ts';
import { refuseIllWritten } from '../isa/written/refuse-ill-written.ts';
import { withGridBarrier } from '../parse/grid-barrier.ts';
import { chosenClusters, clusterSize } from './cluster-size.ts';
import { doubtsOf } from './doubts.ts';
import { placedImages } from './images.ts';
import { checkTensorMaps } from './tensor-maps.ts';

export const BEYOND_CORE = {
  table: TABLE,
  effects: ALL_EFFECTS,
  checkTensorMaps,
  clusterSize,
  chosenClusters,
  doubtsOf,
  placedImages,
  insteadOf,
  withGridBarrier,
  refuseIllWritten,
  confirmedLoads,
  blindAtomics,
  mbarrierWaits: (cta: ConstructorParameters<typeof MbarrierWaits>[0]) => new MbarrierWaits(cta),
  bulkRows,
  flagOrder: (...given: ConstructorParameters<typeof FlagOrder>) => new FlagOrder(...given),
  globalCounters: (...given: ConstructorParameters<typeof GlobalCounters>) => new GlobalCounters(...given),
  hiddenAtomics: (...given: ConstructorParameters<typeof HiddenAtomics>) => new HiddenAtomics(...given),
  lateLoads: (asked: ConstructorParameters<typeof LateLoads>[0]) => new LateLoads(asked),
  leavingCopies: () => new LeavingCopies(),
  launchOrder: (...given: ConstructorParameters<typeof LaunchOrder>) => new LaunchOrder(...given),
  readLog: (...given: ConstructorParameters<typeof ReadLog>) => new ReadLog(...given),
  remoteReads: (clocks: ConstructorParameters<typeof RemoteReads>[0]) => new RemoteReads(clocks),
  residency: (...given: ConstructorParameters<typeof Residency>) => new Residency(...given),
  sharedCounters: (...given: ConstructorParameters<typeof SharedCounters>) => new SharedCounters(...given),
  strongAccesses: (...given: ConstructorParameters<typeof StrongAccesses>) => new StrongAccesses(...given),
  wordsInStep: (...given: ConstructorParameters<typeof WordsInStep>) => new WordsInStep(...given),
  engineChecks: (records: ConstructorParameters<typeof EngineChecks>[0]) => new EngineChecks(records),
} as const;

export type BeyondCore = typeof BEYOND_CORE;
