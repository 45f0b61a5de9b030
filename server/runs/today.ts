/** What the kernels would be compiled from, and launched with, today: a run of anything else is of a kernel that is no more. */
import { isDeepStrictEqual } from 'node:util';
import type { Launch } from '../../src/trace/launch.ts';
import { type RunRecord, runKey } from '../../src/trace/run-record.ts';
import { timedLaunch } from '../runners/timed-launch.ts';
import type { Buildable, Catalog } from '../toolchain/build-plan.ts';
import { readKernelSources, sourcesWith } from '../toolchain/kernel-sources.ts';

/** Of a record of a run, what must be of today. */
export type MadeOf = Omit<RunRecord, 'outcome' | 'counters'>;

/** What tells builds apart: a record of a run or of counters. */
export type BuildOf = Pick<RunRecord, 'kernel' | 'variant' | 'params'>;

/** Reads each source once: make a new one where sources may have changed meanwhile. */
export class Today {
  readonly #checkout: string;
  readonly #catalog: Catalog;
  readonly #hashes = new Map<string, Promise<string | null>>();
  readonly #launches = new Map<string, Launch>();

  /** `checkout`: folder with `cuda/`. */
  constructor(checkout: string, catalog: Catalog) {
    this.#checkout = checkout;
    this.#catalog = catalog;
  }

  /** Whether its sources, its flags and its launch are those of today. */
  async made(record: MadeOf): Promise<boolean> {
    const arch = archOf(record);
    if (arch === null || (await this.sourceHash(record, arch)) !== record.sourceHash) return false;
    return isDeepStrictEqual(asJson(record.launch), this.#launchOf(record));
  }

  /** The sources of a variant as a hash that a build with these flags has; null where there is no such variant any more. */
  async hashWith({ kernel: id, variant }: Omit<BuildOf, 'params'>, flags: readonly string[]): Promise<string | null> {
    const kernel = this.#catalog.get(id);
    const defaults = kernel?.schema.check({});
    if (!kernel || !defaults?.ok || !hasVariant(kernel, variant)) return null;
    const { source } = kernel.build(variant, defaults.value);
    return (await sourcesWith(this.#checkout, source, flags)).hash;
  }

  /** `runKey` of those that are of something else. */
  async stale(records: readonly MadeOf[]): Promise<string[]> {
    const areToday = await Promise.all(records.map(record => this.made(record)));
    return records.filter((_, i) => !areToday[i]).map(runKey);
  }

  /** null where there is no such kernel, variant or set of parameters any more. */
  sourceHash({ kernel, variant, params }: BuildOf, arch: string): Promise<string | null> {
    const key = JSON.stringify([kernel, variant, params, arch]);
    const hash = this.#hashes.get(key) ?? this.#hashOf({ kernel, variant, params }, arch);
    this.#hashes.set(key, hash);
    return hash;
  }

  async #hashOf({ kernel: id, variant, params }: BuildOf, arch: string): Promise<string | null> {
    const kernel = this.#catalog.get(id);
    const isThere = kernel && hasVariant(kernel, variant) && kernel.schema.check(params).ok;
    if (!isThere || kernel.refusal(variant, params) !== null) return null;
    return (await readKernelSources(this.#checkout, { spec: kernel.build(variant, params), arch })).hash;
  }

  #launchOf({ kernel, variant, params }: BuildOf): Launch {
    const key = JSON.stringify([kernel, variant, params]);
    const launch = this.#launches.get(key) ?? asJson(timedLaunch(this.#catalog.get(kernel)!, variant, params));
    this.#launches.set(key, launch);
    return launch;
  }
}

const hasVariant = ({ variants }: Buildable, variant: string): boolean => variants.some(({ id }) => id === variant);

/** What a file would give back: a field that is undefined is none. */
const asJson = (launch: Launch): Launch => JSON.parse(JSON.stringify(launch));

function archOf({ flags }: MadeOf): string | null {
  const flag = flags.find(each => each.startsWith('-arch='));
  return flag === undefined ? null : flag.slice('-arch='.length);
}
