/** One long scenario, played away from the page: who calls it off ends the worker. */
import { simulate } from '../../model/pipeline/simulate.ts';
import type { Scenario } from '../../trace/scenario.ts';

self.onmessage = ({ data }: MessageEvent<Scenario>) => self.postMessage(simulate(data));
