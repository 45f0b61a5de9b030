/** What launches of tiles have in common. */
import type { Launch, LaunchParam } from '../../trace/launch.ts';
import type { PermuteJob } from './job.ts';
import { tensorsOf } from './tensors.ts';

interface Tile {
  readonly threads: number;
  readonly sharedBytes: number;
}

export const tileLaunch = (
  job: PermuteJob,
  ctas: number,
  { threads, sharedBytes }: Tile,
  params: readonly LaunchParam[],
): Launch => ({
  entry: 'permute',
  grid: [ctas, 1, 1],
  block: [threads, 1, 1],
  dynamicSharedBytes: sharedBytes,
  buffers: tensorsOf(job),
  params,
});
