/**
 * The machine that answered, for recordings of counters and spans: what its GPU process said of the GPU, and the
 * releases.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deviceSchema } from '../../src/contract/run-job.ts';
import type { RecordedMachine } from '../../src/trace/provenance.ts';

/**
 * @param folder contains `device.txt`: the frame with which `cuda/runner` answers a job of the kind `device`. Throws for
 * another frame.
 */
export function machineIn(folder: string, driver: string, toolkit: string, date: string): RecordedMachine {
  const frame = readFileSync(join(folder, 'device.txt'), 'utf8');
  const { name, uuid, arch, smCount, l2Bytes } = deviceSchema.parse(JSON.parse(frame.slice(frame.indexOf('{'))));
  const uuidHash = createHash('sha256').update(uuid).digest('hex');
  return { gpu: name, driver, toolkit, date, card: { uuidHash, arch, smCount, l2Bytes } };
}

/** `nvidia-h200` */
export const gpuFolder = ({ gpu }: RecordedMachine): string => gpu.toLowerCase().replace(/[^a-z0-9]+/g, '-');
