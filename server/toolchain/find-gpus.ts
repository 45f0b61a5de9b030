/** The GPUs that nvidia-smi reports. Empty if there is no tool, no driver or no answer in time. */
import type { Gpu } from '../../src/contract/api.ts';
import { findProgram } from '../exec/containment.ts';
import type { Exec } from '../exec/exec.ts';
import { outputOf } from './find-nvcc.ts';

/** Numbers or UUIDs, which nvidia-smi accepts as well; it does not accept parts of a GPU (`MIG-…`). */
const LISTED = /^(\d+|GPU-[0-9a-f-]+)(,(\d+|GPU-[0-9a-f-]+))*$/;

export const QUERY = ['--query-gpu=name,memory.total,driver_version,compute_cap', '--format=csv,noheader,nounits'];

export async function findGpus(exec: Exec, smi = findProgram('nvidia-smi')): Promise<Gpu[]> {
  const only = onlyListed(process.env.CUDA_VISIBLE_DEVICES);
  return smi === null ? [] : parseGpus(await outputOf(exec, smi, [...QUERY, ...only]));
}

/** Arguments with which nvidia-smi lists only the GPUs that CUDA will see. */
export const onlyListed = (visible: string | undefined): string[] =>
  visible !== undefined && LISTED.test(visible) ? ['-i', visible] : [];

/** One line per GPU: `NVIDIA H200, 143771, 570.86.15, 9.0`. A line in another form is left out. */
export function parseGpus(csv: string): Gpu[] {
  return csv.split('\n').flatMap(line => {
    const [name, memory, driver, capability, ...rest] = line.split(',').map(cell => cell.trim());
    if (!name || !driver || rest.length > 0 || !/^\d+$/.test(memory ?? '') || !/^\d+\.\d$/.test(capability ?? ''))
      return [];
    return [{ name, memoryMiB: Number(memory), driver, arch: `sm_${capability.replace('.', '')}` }];
  });
}
