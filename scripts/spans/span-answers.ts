/** The output of `span-play`, printed and written, as records of its jobs. */
import type { SpanLog } from '../../src/trace/span-log.ts';
import type { SpanJob } from './span-jobs.ts';
import { spanLogOf } from './span-log-bytes.ts';

const SAID = /^(\S+)\.cubin (equal|different) (\d+) (\d+) (\d+)$/;

/** Throws if a job is missing, or if an instrumented kernel computed something other than the plain one. */
export function logsOf(jobs: readonly SpanJob[], said: string, written: Uint8Array): SpanLog[] {
  const lines = said.split('\n').filter(line => line !== '');
  if (lines.length !== jobs.length) throw new Error(`${lines.length} kernels answered, not ${jobs.length}`);
  let at = 0;
  return jobs.map(({ name, kernel, variant, build, size }, i): SpanLog => {
    const [, module, outcome, bytes, plain, stamped] = SAID.exec(lines[i]) ?? [];
    if (module !== name) throw new Error(`'${lines[i]}' where ${name} was asked`);
    if (outcome !== 'equal') throw new Error(`${name} computes something else with time stamps`);
    const ctas = spanLogOf(written.subarray(at, at + Number(bytes)));
    at += Number(bytes);
    return { kernel, variant, build, size, plainNs: Number(plain), stampedNs: Number(stamped), ctas };
  });
}
