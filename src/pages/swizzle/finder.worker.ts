/** One search, away from the page: who calls it off ends the worker. */
import { type FinderInput, found } from './finder-rows.ts';

self.onmessage = ({ data }: MessageEvent<FinderInput>) => self.postMessage(found(data));
