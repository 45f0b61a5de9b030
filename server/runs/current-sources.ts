/**
 * The sources and launches that the kernels have today. A run of anything else is of a kernel that no longer exists in
 * that form.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Params } from '../../src/contract/param-field.ts';
import type { Launch } from '../../src/trace/launch.ts';
import { type RunRecord, runKey } from '../../src/trace/run-record.ts';
import { timedLaunch } from '../runners/timed-launch.ts';
import type { Buildable, Catalog } from '../toolchain/build-plan.ts';
import { readKernelSources, sourcesWith } from '../toolchain/kernel-sources.ts';

/** The part of a run's record that must agree with today's. */
export type MadeOf = Omit<RunRecord, 'outcome' | 'counters'>;

/** The part of a record, of a run or of counters, that tells builds apart. */
export type BuildOf = Pick<RunRecord, 'kernel' | 'variant' | 'params'>;

/** Reads each source once; make a new one if sources may have changed. */
export class Today {
  readonly #checkout: string;
  readonly #catalog: Catalog;
  readonly #hashes = new Map<string, Promise<string | null>>();
  readonly #launches = new Map<string, Launch>();

  /** @param checkout folder with `cuda/`. */
  constructor(checkout: string, catalog: Catalog) {
    this.#checkout = checkout;
    this.#catalog = catalog;
  }

  /** Whether the record's sources, flags and launch are those of today. */
  async made(record: MadeOf): Promise<boolean> {
    const arch = archOf(record);
    if (arch === null || (await this.sourceHash(record, arch)) !== record.sourceHash) return false;
    return isDeepStrictEqual(asJson(record.launch), this.#launchOf(record));
  }

  /**
   * The hash that a build of the variant has today with these flags; null if there is no such variant any more. Of `params` those
   * that are compiled in decide which source it is: others may be beyond those of the page.
   */
  async hashWith({ kernel: id, variant, params }: BuildOf, flags: readonly string[]): Promise<string | null> {
    const kernel = this.#catalog.get(id);
    const checked = kernel?.schema.check(compiledOf(kernel, params));
    if (!kernel || !checked?.ok || !hasVariant(kernel, variant)) return null;
    const { source } = kernel.build(variant, checked.value);
    return (await sourcesWith(this.#checkout, source, flags)).hash;
  }

  /** `runKey` of those records that are stale. */
  async stale(records: readonly MadeOf[]): Promise<string[]> {
    const areToday = await Promise.all(records.map(record => this.made(record)));
    return records.filter((_, i) => !areToday[i]).map(runKey);
  }

  /** null if there is no such kernel, variant or set of parameters any more. */
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

function compiledOf({ fields }: Pick<Buildable, 'fields'>, params: Params): Params {
  const isCompiled = (name: string) => fields.some(field => field.name === name && field.binds === 'compile');
  return Object.fromEntries(Object.entries(params).filter(([name]) => isCompiled(name)));
}

/** The launch as it would be read back from a file, where undefined fields do not exist. */
const asJson = (launch: Launch): Launch => JSON.parse(JSON.stringify(launch));

function archOf({ flags }: MadeOf): string | null {
  const flag = flags.find(each => each.startsWith('-arch='));
  return flag === undefined ? null : flag.slice('-arch='.length);
}
