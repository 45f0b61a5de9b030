/** What builds with `cuda/probes` left on a GPU, launch by launch. */
import { ELEMENT_BYTES, type Launch } from '../../../src/trace/launch.ts';
import { addressRuns, LOG_BYTES } from './launches.ts';
import { notedRequests, told } from './requests.ts';

/** `written`: by `replay`, of each launch its outputs and then the log. */
export function notedIn(written: Uint8Array): Record<string, Record<string, string>> {
  let at = 0;
  const noted = addressRuns().map(({ id, kernel, variant, params }) => {
    const log = at + outputBytes(kernel.launch(variant, params));
    at = log + LOG_BYTES;
    return [id, told(notedRequests(written.slice(log, at)))] as const;
  });
  if (at !== written.length) throw new Error(`${written.length} bytes where the launches make ${at}`);
  return Object.fromEntries(noted);
}

const outputBytes = ({ buffers }: Launch): number =>
  buffers.filter(({ output }) => output).reduce((sum, { type, length }) => sum + length * ELEMENT_BYTES[type], 0);
