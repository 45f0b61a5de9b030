/** A run's records by what they are of, in the order of time: what holds at one time is found by binary search. */
import type { BarrierEvent, Span } from '../../trace/span.ts';
import type { PipelineRun, SlotStretch } from './pipeline-run.ts';

const indexes = new WeakMap<PipelineRun, RunIndex>();

/** Made once for each run: a playhead asks for many times of one. */
export function runIndex(run: PipelineRun): RunIndex {
  const index = indexes.get(run) ?? new RunIndex(run);
  indexes.set(run, index);
  return index;
}

/** Spans of one role by their beginning; `reach`: the latest end of one and all before it. */
interface RoleSpans {
  readonly spans: readonly Span[];
  readonly reach: Float64Array;
}

class RunIndex {
  readonly #slots: ReadonlyMap<string, readonly SlotStretch[]>;
  readonly #reads: ReadonlyMap<string, readonly SlotStretch[]>;
  readonly #barriers: ReadonlyMap<string, readonly BarrierEvent[]>;
  readonly #roles: ReadonlyMap<string, RoleSpans>;
  readonly #bytesInFlight: PipelineRun['bytesInFlight'];

  constructor({ slots, barrierEvents, spans, bytesInFlight }: PipelineRun) {
    this.#slots = grouped(slots, ({ buffer, stage }) => [slotKey(buffer, stage)]);
    this.#reads = mapped(
      grouped(slots, ({ readers, buffer }) => readers.map(role => readKey(role, buffer))),
      byBeginning,
    );
    this.#barriers = grouped(barrierEvents, ({ barrier }) => [barrier]);
    this.#roles = mapped(
      grouped(spans, ({ role }) => [role]),
      own => withReach(byBeginning(own)),
    );
    this.#bytesInFlight = bytesInFlight;
  }

  /** Undefined of a run that ends where it begins. */
  slotAt(buffer: string, stage: number, clk: number): SlotStretch | undefined {
    const own = this.#slots.get(slotKey(buffer, stage)) ?? [];
    return own[countUpTo(own, begin, clk) - 1];
  }

  /** The last event up to then; each mbarrier has one at 0. */
  barrierAt(name: string, clk: number): BarrierEvent {
    const own = this.#barriers.get(name)!;
    return own[countUpTo(own, at, clk) - 1];
  }

  /** That have begun and are not over, by their beginning. */
  spansAt(role: string, clk: number): readonly Span[] {
    const { spans, reach } = this.#roles.get(role) ?? NO_SPANS;
    const found: Span[] = [];
    for (let i = countUpTo(spans, begin, clk) - 1; i >= 0 && reach[i] > clk; i--)
      if (spans[i].to > clk) found.unshift(spans[i]);
    return found;
  }

  /** When the role's last span ends; 0 of a role that has none. */
  endOf(role: string): number {
    return this.#roles.get(role)?.reach.at(-1) ?? 0;
  }

  /** The stretch that the role reads at a time, or the first that it reads after it; null where there is none. */
  readFrom(role: string, buffer: string, clk: number): SlotStretch | null {
    const own = this.#reads.get(readKey(role, buffer)) ?? [];
    return own[countUpTo(own, end, clk)] ?? null;
  }

  /** The last one that was over by then. */
  readBefore(role: string, buffer: string, clk: number): SlotStretch | null {
    const own = this.#reads.get(readKey(role, buffer)) ?? [];
    return own[countUpTo(own, end, clk) - 1] ?? null;
  }

  bytesInFlightAt(clk: number): number {
    return this.#bytesInFlight[countUpTo(this.#bytesInFlight, at, clk) - 1]?.bytes ?? 0;
  }
}

const slotKey = (buffer: string, stage: number): string => `${stage} of ${buffer}`;
const readKey = (role: string, buffer: string): string => `${role} in ${buffer}`;

const at = (record: { readonly at: number }): number => record.at;
const begin = (record: { readonly from: number }): number => record.from;
const end = (record: { readonly to: number }): number => record.to;

const byBeginning = <R extends { readonly from: number }>(records: readonly R[]): readonly R[] =>
  records.toSorted((a, b) => a.from - b.from);

function grouped<R>(records: readonly R[], keysOf: (record: R) => readonly string[]): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const record of records)
    for (const key of keysOf(record)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [record]);
      else group.push(record);
    }
  return groups;
}

const mapped = <A, B>(groups: ReadonlyMap<string, A>, of: (group: A) => B): ReadonlyMap<string, B> =>
  new Map([...groups].map(([key, group]) => [key, of(group)]));

const NO_SPANS: RoleSpans = { spans: [], reach: new Float64Array() };

function withReach(spans: readonly Span[]): RoleSpans {
  const reach = new Float64Array(spans.length);
  for (const [i, { to }] of spans.entries()) reach[i] = Math.max(i === 0 ? 0 : reach[i - 1], to);
  return { spans, reach };
}

/** How many records, whose times rise, are not after `clk`. */
function countUpTo<R>(records: readonly R[], timeOf: (record: R) => number, clk: number): number {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (timeOf(records[middle]) <= clk) low = middle + 1;
    else high = middle;
  }
  return low;
}
