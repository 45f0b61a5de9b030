/** Which of several runs stand beside each other: the newest of each GPU, and of each place by which it is reached. */
import type { Measurement } from './measurement.ts';

export interface GpuRuns {
  /** What the user calls the place; null: this machine, or a recording. */
  readonly place: string | null;
  /** 'gpu-box', 'This machine', 'Recorded'. */
  readonly title: string;
  readonly measurement: Measurement;
}

/** In the order of the measurements, which is own ones first, the newest first. */
export function runsByGpu(measurements: readonly Measurement[]): GpuRuns[] {
  const found = new Map<string, GpuRuns>();
  for (const measurement of measurements) {
    const [{ place = null, gpu }] = measurement.records;
    const key = JSON.stringify([measurement.origin, place, gpu.uuidHash]);
    const title = measurement.origin === 'recorded' ? 'Recorded' : (place ?? 'This machine');
    if (!found.has(key)) found.set(key, { place, title, measurement });
  }
  return [...found.values()];
}
