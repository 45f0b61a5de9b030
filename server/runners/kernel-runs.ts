/** From a request to records: plans, builds every variant, checks and times them on the GPU, and stores the results. */
import type { FieldError } from '../../src/base/field-error.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Build, CompileFailure } from '../../src/contract/api.ts';
import type { RunEvent, RunRequest } from '../../src/contract/run.ts';
import type { RunRecord } from '../../src/trace/run-record.ts';
import { unlessAborted } from '../exec/unless-aborted.ts';
import type { History } from '../runs/history.ts';
import type { AnswerOf } from '../runs/history-calls.ts';
import type { Catalog } from '../toolchain/build-plan.ts';
import type { Admitted, BuildEvent, BuildRefusal } from '../toolchain/builder.ts';
import type { KernelBuilds } from '../toolchain/kernel-builds.ts';
import { archOf, type GpuPlace, type GpuPlaces } from './gpu-place.ts';
import type { JobOrder } from './job-order.ts';
import { buildFailed, diskFailure, finished, namedProgress, resultOf, runFailed } from './run-events.ts';
import { cancelled, failure } from './run-failures.ts';
import { type PlannedRun, type PlannedVariant, planRun } from './run-plan.ts';
import { type BuiltVariant, recordsOf } from './run-records.ts';
import { buildReference, runnable } from './runnable.ts';
import type { Runner, RunnerFailure, RunnerProgress } from './runner.ts';

export interface KernelRunsParts {
  readonly catalog: Catalog;
  readonly kernels: KernelBuilds;
  readonly history: History;
  readonly places: GpuPlaces;
}

export interface RunEvents {
  readonly onEvent: (event: RunEvent) => void;
  readonly signal: AbortSignal;
}

const GIVEN_UP: CompileFailure = { at: 'cancelled', message: 'cancelled', diagnostics: '' };

/** At each place: one run, and as many behind it as may wait for a compiler or the GPU. */
const MAX_RUNS = 17;

export class KernelRuns {
  readonly #parts: KernelRunsParts;
  readonly #runs = new Map<GpuPlace, number>();

  constructor(parts: KernelRunsParts) {
    this.#parts = parts;
  }

  /** A refusal comes before the first event; an admitted run ends with `done` or `failed`. */
  async submit(request: RunRequest, events: RunEvents): Promise<Result<Admitted, BuildRefusal>> {
    const place = this.#parts.places.get(request.place);
    if (!place.ok)
      return err(place.error === null ? { kind: 'noGpu' } : { kind: 'badInput', field: 'place', message: place.error });
    const gpu = place.value;
    const plan = this.#planFor(gpu, request);
    if (!plan.ok) return err({ kind: 'badInput', ...plan.error });
    const runs = this.#runs.get(gpu) ?? 0;
    if (runs >= MAX_RUNS) return err({ kind: 'queueFull' });
    this.#runs.set(gpu, runs + 1);
    const end = this.#run(gpu, plan.value, events)
      .catch(error => err(diskFailure(error)))
      .finally(() => this.#runs.set(gpu, this.#runs.get(gpu)! - 1))
      .then(result => events.onEvent(result.ok ? result.value : result.error));
    return ok({ end });
  }

  /** Where the GPU is not known yet, what some GPU could run. */
  #planFor({ archs, known }: GpuPlace, request: RunRequest): Result<PlannedRun, FieldError> {
    const tried = (known === null ? archs.toReversed() : [archOf(known, archs)]).map(arch =>
      planRun(this.#parts.catalog, archs, arch, request),
    );
    return (
      tried.find(plan => plan.ok) ?? tried[0] ?? err({ field: 'place', message: 'its compiler builds for no GPU' })
    );
  }

  async #run(gpu: GpuPlace, planned: PlannedRun, events: RunEvents) {
    const { signal } = events;
    const nameOf = (contender: number): string => planned.variants[contender].request.variant;
    const onProgress = (progress: RunnerProgress): void => events.onEvent(namedProgress(progress, nameOf));
    if (gpu.known === null) events.onEvent({ stage: 'preparing' });
    const found = await unlessAborted(gpu.find({ signal, onProgress }), signal, err(cancelled));
    if (!found.ok) return err(runFailed(found.error, nameOf));
    const plan = this.#planFor(gpu, planned.request);
    if (!plan.ok) return err(runFailed(unfit(plan.error), nameOf));
    const order = await this.#orderOf(gpu, plan.value, events);
    if (!order.ok) return order;
    const { built, runner, ...ordered } = order.value;
    const result = await runner.compare(ordered, { signal, onProgress });
    if (!result.ok) return err(runFailed(result.error, nameOf));
    const driver = result.value.device.driver ?? found.value.driver;
    const records = recordsOf(plan.value, built, result.value, {
      name: gpu.name,
      isHere: gpu.kind === 'local',
      driver,
    });
    await this.#measureCeilings(runner, records[0], events);
    const counted = planned.request.counters ? await this.#count(gpu, records, ordered, events) : records;
    return ok(finished(counted, await this.#parts.history.ask('addRuns', counted)));
  }

  /** Builds everything that a plan needs. */
  async #orderOf(gpu: GpuPlace, plan: PlannedRun, events: RunEvents) {
    const built: BuiltVariant[] = [];
    for (const planned of plan.variants) {
      const one = await this.#build(gpu, planned, events);
      if (!one.ok) return one;
      built.push(one.value);
    }
    const building = gpu.runner(() => events.onEvent({ stage: 'preparing' }));
    const runner = await unlessAborted(building, events.signal, err(GIVEN_UP));
    if (!runner.ok) return err(buildFailed(null, runner.error));
    const { arch } = plan.variants[0].request;
    const reference = await buildReference(gpu.binaries, arch, plan.reference, events.signal);
    if (!reference.ok) return err(buildFailed(null, reference.error));
    const { method, maxSeconds, isOfMany = false } = plan.request;
    return ok({
      built,
      runner: runner.value,
      launches: built.map(runnable),
      reference: reference.value,
      method,
      maxSeconds,
      isOfMany,
    });
  }

  /** A comparison is useful without counters; its records then say why there are none. */
  async #count(
    gpu: GpuPlace,
    records: readonly RunRecord[],
    order: JobOrder,
    { onEvent, signal }: RunEvents,
  ): Promise<readonly RunRecord[]> {
    onEvent({ stage: 'counting' });
    const counted = await gpu.count(order, signal);
    return records.map((record, i) => ({
      ...record,
      counters: counted.ok
        ? { kind: 'counted', counters: counted.value[i] }
        : { kind: 'notCounted', why: counted.error.slice(0, 512) },
    }));
  }

  /** The ceilings of the GPU of a place (default: the first); null if no run has measured them. */
  async ceilings(name?: string): Promise<AnswerOf<'findCeilings'>> {
    const place = this.#parts.places.get(name);
    const known = place.ok ? place.value.known : null;
    return known === null ? ok(null) : this.#parts.history.ask('findCeilings', known.name, known.driver);
  }

  /**
   * Done once for a GPU and its driver, after its first run. A run is useful without ceilings, so no failure is reported.
   */
  async #measureCeilings(runner: Runner, { gpu, driver, nvcc }: RunRecord, { onEvent, signal }: RunEvents) {
    const { history } = this.#parts;
    const known = await history.ask('findCeilings', gpu.name, driver, gpu.uuidHash);
    if (!known.ok || known.value !== null) return;
    onEvent({ stage: 'preparing' });
    const measured = await runner.ceilings(signal);
    if (!measured.ok) return;
    await history.ask('addCeilings', { date: new Date().toISOString(), gpu, driver, nvcc, measured: measured.value });
  }

  async #build(gpu: GpuPlace, planned: PlannedVariant, { onEvent, signal }: RunEvents) {
    const { variant } = planned.request;
    onEvent({ stage: 'building', variant });
    const build = await this.#buildOf(planned, signal);
    if (!build.ok) return err(buildFailed(variant, build.error));
    const cubin = await gpu.binaries.cubin(build.value.ptx, planned.request.arch, signal);
    if (!cubin.ok) return err(buildFailed(variant, cubin.error));
    return ok({ ...planned, build: build.value, cubin: cubin.value });
  }

  /** Uses the same queue as every other compilation. */
  async #buildOf({ request }: PlannedVariant, signal: AbortSignal): Promise<Result<Build, CompileFailure>> {
    let last: BuildEvent<Build> | null = null;
    const onEvent = (event: BuildEvent<Build>): void => {
      last = event;
    };
    const admitted = await this.#parts.kernels.submit(request, { onEvent, signal });
    if (!admitted.ok) return err({ at: 'queue', message: 'the queue of the compiler is full', diagnostics: '' });
    await admitted.value.end;
    return resultOf(last);
  }
}

/** What the GPU that was found cannot run; `variants[2]` is the third contender. */
function unfit({ field, message }: FieldError): RunnerFailure {
  const [, number] = /^variants\[(\d+)\]$/.exec(field) ?? [];
  return { ...failure('job', message), contender: number === undefined ? null : Number(number) };
}
