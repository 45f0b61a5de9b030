/** Where comparisons can run: this machine's GPU, or one that is reached through `server/places`. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { CompileFailure, Gpu, PlaceInfo } from '../../src/contract/api.ts';
import type { HardwareCounters } from '../../src/trace/hardware-counters.ts';
import type { Binaries } from './binaries.ts';
import type { JobOrder } from './job-order.ts';
import type { RunFollower, Runner, RunnerFailure } from './runner.ts';

/** What kernels are built for, and what a record says of it. */
export type KnownGpu = Pick<Gpu, 'name' | 'driver' | 'arch'> & Pick<NonNullable<PlaceInfo['gpu']>, 'isPlain'>;

export interface GpuPlace {
  readonly name: string;
  readonly kind: PlaceInfo['kind'];
  /** How many comparisons at once. */
  readonly width: number;
  readonly binaries: Binaries;
  /** The compiler's architectures. */
  readonly archs: readonly string[];
  /** null until something has asked there. */
  readonly known: KnownGpu | null;
  /** Asks there if need be, which may take a queue's time. */
  find(follower: RunFollower): Promise<Result<KnownGpu, RunnerFailure>>;
  /** All callers get the same one. `onBuild` is called if the GPU process has to be built. */
  runner(onBuild: () => void): Promise<Result<Runner, CompileFailure>>;
  /** The counters of each launch, in order; the error says why there are none. */
  count(order: JobOrder, signal: AbortSignal): Promise<Result<readonly HardwareCounters[], string>>;
  /** Ends what runs there. */
  close(): Promise<void>;
}

/** The places of a server, by name; the first is the one where none is named. */
export class GpuPlaces {
  readonly all: readonly GpuPlace[];
  readonly #besides: { close(): Promise<void> } | null;

  /** @param besides is closed with them. */
  constructor(all: readonly GpuPlace[], besides: { close(): Promise<void> } | null = null) {
    this.all = all;
    this.#besides = besides;
  }

  /** The error is a sentence for the field `place`; null: there is no place at all. */
  get(name: string | undefined): Result<GpuPlace, string | null> {
    if (this.all.length === 0) return err(null);
    const found = name === undefined ? this.all[0] : this.all.find(place => place.name === name);
    return found === undefined ? err(`expected one of ${this.all.map(place => place.name).join(', ')}`) : ok(found);
  }

  /** For the page. */
  get infos(): PlaceInfo[] {
    return this.all.map(({ name, kind, known, width }) => ({
      ...{ name, kind, width },
      gpu: known && { name: known.name, arch: known.arch, ...(known.isPlain ? { isPlain: true as const } : {}) },
    }));
  }

  async close(): Promise<void> {
    await Promise.all([...this.all, ...(this.#besides ? [this.#besides] : [])].map(each => each.close()));
  }
}

/**
 * The GPU's architecture, with its architecture-specific features if it has some. @param archs the compiler's
 * architectures.
 */
export const archOf = ({ arch, isPlain }: Pick<KnownGpu, 'arch' | 'isPlain'>, archs: readonly string[]): string =>
  isPlain !== true && archs.includes(`${arch}a`) ? `${arch}a` : arch;
