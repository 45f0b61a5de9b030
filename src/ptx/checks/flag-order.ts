/**
 * Order by flags, locks and counters (PTX ISA, "Memory Consistency Model"): a strong write that releases, or has a
 * fence before it, and a strong read of its value that acquires, or has a fence after it. What one lane acquires, its
 * whole warp knows.
 */
import type { AccessForm } from '../machine/access-form.ts';
import type { Memory } from '../machine/memory.ts';
import type { Strength, SyncScope } from '../machine/strength.ts';
import type { Warp } from '../machine/warp.ts';
import { casWrites } from './cas-writes.ts';
import { clockOf } from './epoch.ts';
import type { Handed, Knowledge, Release, Releaser, Releases, Snapshot } from './vector-clocks.ts';

const SCOPES: readonly SyncScope[] = [0, 1, 2];

/** The clocks of a cluster's warps (`WarpClocks`), as far as flags move them. */
interface FlagClocks {
  epochOf(warp: number): number;
  publish(warp: number): void;
  snapshot(warp: number): Knowledge;
  learn(warp: number, known: Knowledge): void;
  /** Learns from warps of other clusters. */
  learnFrom(warp: number, handed: readonly Handed[]): void;
  knowledgeOf(warp: number): Knowledge;
}

/** A warp of a cluster. */
type Actor = Pick<Releaser, 'cluster' | 'warp'>;

/** Lanes that have read a value, and learn what it hands over at their next fence. */
interface Reading {
  readonly release: Release;
  readonly scope: SyncScope;
  lanes: number;
}

/** The last fence, and the lanes that have executed one. */
interface Fence {
  readonly snapshot: Snapshot;
  readonly lanes: number;
}

interface WarpFlags {
  /** Fences by scope; a fence also counts for all narrower scopes. */
  readonly fences: (Fence | null)[];
  /** Knowledge behind fences when the warp was last asked. */
  published: Snapshot | null;
  readings: Reading[];
  /** Releases that the warp has acquired, with all those before them, and when; null before the first. */
  acquired: WeakMap<Release, number> | null;
}

/** More readings than any kernel waits for: they are acquired at once. */
const MOST_READINGS = 256;

export class FlagOrder {
  readonly #clocks: FlagClocks;
  readonly #warpsPerCta: number;
  readonly #warps: readonly WarpFlags[];
  #cluster = 0;
  #stamp = 0;

  constructor(clocks: FlagClocks, ctas: number, warpsPerCta: number) {
    this.#clocks = clocks;
    this.#warpsPerCta = warpsPerCta;
    this.#warps = Array.from({ length: ctas * warpsPerCta }, () => ({
      fences: [null, null, null],
      published: null,
      readings: [],
      acquired: null,
    }));
  }

  /** A new cluster, named by the number of its first CTA. */
  start(cluster: number): void {
    this.#cluster = cluster;
    for (const flags of this.#warps) {
      // Few kernels have any of these, and there is a warp for each.
      if (flags.fences[0] !== null) flags.fences.fill(null);
      if (flags.readings.length > 0) flags.readings = [];
      flags.published = null;
      flags.acquired = null;
    }
  }

  /** It acquires what its lanes have read, and what they write strongly from now on releases all up to here. */
  fenced(warp: number, mask: number, scope: SyncScope): void {
    const { fences, readings } = this.#warps[warp];
    for (const reading of readings) {
      if ((reading.lanes & mask) !== 0) this.#acquire(warp, reading.release, min(reading.scope, scope));
      reading.lanes &= ~mask;
    }
    if (readings.length > 0) this.#warps[warp].readings = readings.filter(({ lanes }) => lanes !== 0);
    if (scope === 2) this.#clocks.publish(warp);
    const snapshot = this.#snapshot(warp);
    for (const s of SCOPES) if (s <= scope) fences[s] = { snapshot, lanes: (fences[s]?.lanes ?? 0) | mask };
  }

  /** Lanes are about to access places strongly, one after the other. */
  accessed(
    warp: Warp,
    form: AccessForm,
    strength: Strength | null,
    mask: number,
    memory: Memory,
    releases: Releases,
  ): void {
    const { effect, values } = form;
    const w = warp.numberInCluster;
    const { fences } = this.#warps[w];
    if (strength === null) return;
    const published = this.#published(w);
    if (releases.size === 0 && fences[0] === null && published === null && !strength.releases) return;
    const isCas = effect === 'update' && values.length === 2;
    const writing = effect === 'read' ? 0 : isCas ? casWrites(warp, form, memory, mask) : mask;
    let now: Snapshot | null = null;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const place = warp.at[lane];
      const before = releases.get(place) ?? null;
      if (before !== null && effect !== 'write') this.#read(w, lane, before, strength);
      if (((writing >>> lane) & 1) === 0) continue;
      if (strength.releases) now ??= this.#snapshot(w);
      const handed = SCOPES.map(s =>
        s > strength.scope ? null : (now ?? laterOf(fenceOf(fences[s], lane), published)),
      );
      this.#write(w, releases, place, handed, effect === 'update' ? before : null);
    }
  }

  #snapshot(warp: number): Snapshot {
    return { known: this.#clocks.snapshot(warp), stamp: ++this.#stamp };
  }

  /**
   * Knowledge of the warp that is behind fences for the device: fences of its own lanes, or of others before a barrier.
   */
  #published(w: number): Snapshot | null {
    const flags = this.#warps[w];
    const known = this.#clocks.knowledgeOf(w);
    if (!known.publishes) return null;
    const last = flags.published?.known;
    const isSame = last?.foreign === known.foreign && last.warps.every((clock, v) => clock === known.published[v]);
    if (!isSame) flags.published = { known: known.publishedPart(), stamp: ++this.#stamp };
    return flags.published;
  }

  #read(w: number, lane: number, release: Release, { acquires, scope }: Strength): void {
    const { readings } = this.#warps[w];
    const last = readings.at(-1);
    if (acquires || readings.length >= MOST_READINGS) this.#acquire(w, release, scope);
    else if (last?.release === release && last.scope === scope) last.lanes |= 1 << lane;
    else {
      readings.push({ release, scope, lanes: 1 << lane });
      this.#clocks.knowledgeOf(w).note([release]);
    }
  }

  /**
   * Whether the warp would know what the other one did up to the clock, had it acquired all values that it has seen. A value itself
   * (`isFlag`) need not be handed over; what was stored at the same clock must, by a fence behind it.
   */
  hasSeen(w: number, { cluster, warp }: Actor, clock: number, isFlag: boolean): boolean {
    const own = this.#releaser(w);
    const tells = (r: Release): boolean => {
      if (isFlag && isWrittenAt(r, cluster, warp, clock)) return true;
      const known = r.handed[neededScope(r.by, own)]?.known;
      if (!known) return false;
      return r.by.cluster === cluster
        ? known.warps[warp] >= clock
        : (known.foreign?.knows(cluster, warp, clock) ?? false);
    };
    return this.#clocks.knowledgeOf(w).seen.some(release => {
      for (let r: Release | null = release; r !== null; r = r.before) if (tells(r)) return true;
      return false;
    });
  }

  /**
   * Whether the warp has acquired what the other one wrote to a flag at that clock: then the write itself came before, too, though
   * the fence that it hands over stands in front of it.
   */
  hasAcquired(w: number, release: Release | undefined, { cluster, warp }: Actor, clock: number): boolean {
    const { acquired } = this.#warps[w];
    let isAcquired = false;
    for (let r = release ?? null; acquired !== null && r !== null; r = r.before) {
      isAcquired ||= acquired.has(r);
      if (isAcquired && isWrittenAt(r, cluster, warp, clock)) return true;
    }
    return false;
  }

  #acquire(w: number, release: Release, scope: SyncScope): void {
    const own = this.#releaser(w);
    const { acquired } = this.#warps[w];
    const foreign: Handed[] = [];
    for (let r: Release | null = release; r !== null && !acquired?.has(r); r = r.before) {
      const needed = neededScope(r.by, own);
      const handed = needed <= scope ? r.handed[needed] : null;
      if (handed && r.by.cluster !== own.cluster) foreign.push({ by: r.by, known: handed.known });
      else if (handed) this.#clocks.learn(w, handed.known);
    }
    if (foreign.length > 0) this.#clocks.learnFrom(w, foreign);
    if (scope !== 2) return;
    this.#warps[w].acquired ??= new WeakMap();
    this.#warps[w].acquired.set(release, ++this.#stamp);
  }

  #write(
    w: number,
    releases: Releases,
    place: number,
    handed: readonly (Snapshot | null)[],
    before: Release | null,
  ): void {
    if (handed.every(snapshot => snapshot === null)) {
      if (before === null) releases.delete(place);
      return;
    }
    const by = this.#releaser(w);
    const isAgain =
      before !== null && isSame(before.by, by) && handed.every((snapshot, s) => snapshot === before.handed[s]);
    const clock = clockOf(this.#clocks.epochOf(w));
    if (!isAgain) releases.set(place, { by, clock, handed, before: this.#covers(w, handed, before) ? null : before });
  }

  /** Whether what is handed over includes all that is before. */
  #covers(w: number, handed: readonly (Snapshot | null)[], before: Release | null): boolean {
    const { acquired } = this.#warps[w];
    const own = this.#releaser(w);
    let first = before;
    while (first !== null && isSame(first.by, own)) first = first.before;
    if (first === null) return true;
    const since = acquired?.get(first) ?? Number.POSITIVE_INFINITY;
    const isUniform = first.before === null && first.handed.every(snapshot => snapshot === first.handed[0]);
    return isUniform && handed.every(snapshot => snapshot !== null && snapshot.stamp > since);
  }

  #releaser(warp: number): Releaser {
    return { warp, cta: Math.floor(warp / this.#warpsPerCta), cluster: this.#cluster };
  }
}

const isWrittenAt = ({ by, clock }: Release, cluster: number, warp: number, at: number): boolean =>
  by.cluster === cluster && by.warp === warp && clock === at;

const min = (a: SyncScope, b: SyncScope): SyncScope => (a < b ? a : b);

const fenceOf = (fence: Fence | null, lane: number): Snapshot | null =>
  fence !== null && ((fence.lanes >>> lane) & 1) === 1 ? fence.snapshot : null;

/**
 * Knowledge that the two hand over together: of fences of a narrow scope and of others, each may know more about some
 * warps.
 */
function laterOf(fence: Snapshot | null, published: Snapshot | null): Snapshot | null {
  if (fence === null || published === null) return fence ?? published;
  const isCovered = fence.known.warps.every((clock, w) => clock <= published.known.warps[w]);
  if (isCovered) return published;
  const known = fence.known.clone();
  known.learn(published.known);
  return { known, stamp: Math.min(fence.stamp, published.stamp) };
}

const isSame = (a: Releaser, b: Releaser): boolean => a.cluster === b.cluster && a.warp === b.warp;

const neededScope = (a: Releaser, b: Releaser): SyncScope => (a.cluster !== b.cluster ? 2 : a.cta !== b.cta ? 1 : 0);
