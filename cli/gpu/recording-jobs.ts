/** The jobs that a recording of kernels consists of, and which of them are recorded already. */

import { timedLaunch } from '../../server/runners/timed-launch.ts';
import type { Today } from '../../server/runs/current-sources.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import { TIMING_METHODS, type TimingMethod } from '../../src/contract/run-job.ts';
import type { Kernel, Params } from '../../src/kernels/kernel.ts';
import { findComparison } from '../../src/trace/recorded-runs.ts';
import { type RunRecord, sameParams } from '../../src/trace/run-record.ts';
import { paramsOf } from './kernel-operand.ts';

export interface RecordingJob {
  readonly kernel: Kernel;
  /** Parameters with a value for each name. */
  readonly params: Params;
  readonly method: TimingMethod;
  /** At least one variant. */
  readonly variants: readonly string[];
}

/** At most one of the first three is given; without any, all cases are recorded. */
export interface RecordingWish {
  /** Ids of cases. */
  readonly case: readonly string[];
  /** One set of parameters, as words of the command line. */
  readonly set: readonly string[];
  /** Name of one of the kernel's lists. */
  readonly list: string | undefined;
  readonly method: string | undefined;
}

/** A set of parameters, with the methods by which it is measured. */
type Planned = Omit<RecordingJob, 'kernel' | 'method'> & { readonly methods: readonly TimingMethod[] };

/**
 * @param known what the kernel's recording has already; it is measured again in the same way as the kernel's cases.
 * @param ableOf the variants that the GPU and the parameters allow. The error is one line.
 */
export async function jobsOf(
  kernel: Kernel,
  wish: RecordingWish,
  known: readonly RunRecord[],
  ableOf: (params: Params) => readonly string[],
): Promise<Result<readonly RecordingJob[], string>> {
  const methods = TIMING_METHODS.filter(method => method === (wish.method ?? method));
  if (methods.length === 0) return err(`--method ${wish.method}: expected cold or steady`);
  const asCase = (params: Params): Planned => ({ params, methods, variants: ableOf(params) });
  const asListed = (params: Params): Planned => ({ params, methods, variants: unlike(kernel, params, ableOf(params)) });
  const listed = await namedSets(kernel, wish, asCase, asListed);
  if (!listed.ok) return listed;
  const planned = listed.value ?? (await allSets(kernel, known, asCase, asListed));
  return ok(
    planned
      .filter(({ variants }) => variants.length > 0)
      .flatMap(({ params, methods, variants }) => methods.map(method => ({ kernel, params, method, variants }))),
  );
}

type Planner = (params: Params) => Planned;

/** null if the request names none. */
async function namedSets(
  kernel: Kernel,
  { case: ids, set, list }: RecordingWish,
  asCase: Planner,
  asListed: Planner,
): Promise<Result<readonly Planned[] | null, string>> {
  if ([ids.length > 0, set.length > 0, list !== undefined].filter(isGiven => isGiven).length > 1) {
    return err('expected only one of --case, --set and --list');
  }
  if (set.length > 0) {
    const params = paramsOf(kernel, set);
    return params.ok ? ok([asCase(params.value)]) : params;
  }
  if (list !== undefined) {
    if (!Object.hasOwn(kernel.lists, list)) return err(`--list ${list}: ${expectedList(kernel)}`);
    return ok((await kernel.lists[list]()).map(asListed));
  }
  if (ids.length === 0) return ok(null);
  const other = ids.find(id => kernel.cases.every(each => each.id !== id));
  if (other !== undefined)
    return err(`--case ${other}: expected one of ${kernel.cases.map(({ id }) => id).join(', ')}`);
  return ok(kernel.cases.filter(({ id }) => ids.includes(id)).map(({ params }) => asCase(kernel.schema.parse(params))));
}

function expectedList({ id, lists }: Kernel): string {
  const names = Object.keys(lists);
  return names.length === 0 ? `${id} has no list` : `expected one of ${names.join(', ')}`;
}

/** All cases, and everything else that is recorded. What came from a list keeps its smaller set of variants and methods. */
async function allSets(kernel: Kernel, known: readonly RunRecord[], asCase: Planner, asListed: Planner) {
  const lists = (await Promise.all(Object.values(kernel.lists).map(load => load()))).flat();
  const isListed = (params: Params): boolean => lists.some(other => sameParams(other, params));
  const cases = kernel.cases.map(({ params }) => kernel.schema.parse(params));
  const sets = unique([...cases, ...known.flatMap(record => stillValid(kernel, record))]);
  return sets.map(params => {
    if (!isListed(params)) return asCase(params);
    const { methods, ...planned } = asListed(params);
    return { ...planned, methods: methods.filter(method => findComparison(known, params, method).length > 0) };
  });
}

/** A recording may contain parameters that are no longer valid. */
function stillValid(kernel: Kernel, { params }: RunRecord): Params[] {
  const checked = kernel.schema.check(params);
  return checked.ok ? [checked.value] : [];
}

const unique = (sets: readonly Params[]): Params[] =>
  sets.filter((params, i) => sets.findIndex(other => sameParams(other, params)) === i);

/**
 * For a list, which is long: leaves out known-wrong variants, and of variants with the same code and launch keeps the
 * first.
 */
function unlike(kernel: Kernel, params: Params, able: readonly string[]): string[] {
  const isRight = (id: string): boolean => kernel.variants.some(each => each.id === id && each.mustFail === undefined);
  const first = new Map<string, string>();
  for (const id of able.filter(isRight)) {
    const what = JSON.stringify([kernel.build(id, params), timedLaunch(kernel, id, params)]);
    if (!first.has(what)) first.set(what, id);
  }
  return [...first.values()];
}

/**
 * Whether the newest comparison of these parameters has every variant, with today's sources and launch. A known-wrong
 * variant may be missing, since it may have faulted.
 */
export async function isRecorded(
  { kernel, params, method, variants }: RecordingJob,
  records: readonly RunRecord[],
  today: Today,
): Promise<boolean> {
  const comparison = findComparison(records, params, method);
  for (const id of variants) {
    const record = comparison.find(({ variant }) => variant === id);
    if (record === undefined && kernel.variants.some(each => each.id === id && each.mustFail !== undefined)) continue;
    if (record === undefined || !(await today.made(record))) return false;
  }
  return comparison.length > 0;
}
