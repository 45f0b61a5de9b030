/** One long scenario, played away from the page: who calls it off ends the worker. */
import { runColumns, runTransferables } from '../../../model/pipeline/run-columns.ts';
import { simulate } from '../../../model/pipeline/simulate.ts';
import type { Scenario } from '../../../trace/scenario.ts';

self.onmessage = ({ data }: MessageEvent<Scenario>) => {
  const columns = runColumns(simulate(data));
  self.postMessage(columns, { transfer: runTransferables(columns) as Transferable[] });
};
