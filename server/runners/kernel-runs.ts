/** From a request to records: plans, builds every variant, checks and times them on the GPU, and stores the results. */
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
import type { JobOrder } from './job-order.ts';
import type { LocalGpu } from './local-gpu.ts';
import { buildFailed, diskFailure, finished, namedProgress, resultOf, runFailed } from './run-events.ts';
import { type PlannedRun, type PlannedVariant, planRun } from './run-plan.ts';
import { type BuiltVariant, recordsOf } from './run-records.ts';
import { buildReference, runnable } from './runnable.ts';
import type { Runner } from './runner.ts';

export interface KernelRunsParts {
  readonly catalog: Catalog;
  readonly kernels: KernelBuilds;
  readonly history: History;
  /** null without nvcc or without a GPU. */
  readonly gpu: LocalGpu | null;
}

export interface RunEvents {
  readonly onEvent: (event: RunEvent) => void;
  readonly signal: AbortSignal;
}

const GIVEN_UP: CompileFailure = { at: 'cancelled', message: 'cancelled', diagnostics: '' };

/** One run, and as many behind it as may wait for a compiler or the GPU. */
const MAX_RUNS = 17;

export class KernelRuns {
  readonly #parts: KernelRunsParts;
  #runs = 0;

  constructor(parts: KernelRunsParts) {
    this.#parts = parts;
  }

  /** A refusal comes before the first event; an admitted run ends with `done` or `failed`. */
  async submit(request: RunRequest, events: RunEvents): Promise<Result<Admitted, BuildRefusal>> {
    const { catalog, gpu } = this.#parts;
    if (gpu === null) return err({ kind: 'noGpu' });
    const plan = planRun(catalog, gpu.archs, gpu.arch, request);
    if (!plan.ok) return err({ kind: 'badInput', ...plan.error });
    if (this.#runs >= MAX_RUNS) return err({ kind: 'queueFull' });
    this.#runs++;
    const end = this.#run(gpu, plan.value, events)
      .catch(error => err(diskFailure(error)))
      .finally(() => this.#runs--)
      .then(result => events.onEvent(result.ok ? result.value : result.error));
    return ok({ end });
  }

  async #run(gpu: LocalGpu, plan: PlannedRun, events: RunEvents) {
    const built: BuiltVariant[] = [];
    for (const planned of plan.variants) {
      const one = await this.#build(gpu, planned, events);
      if (!one.ok) return one;
      built.push(one.value);
    }
    const building = gpu.runner(() => events.onEvent({ stage: 'preparing' }));
    const runner = await unlessAborted(building, events.signal, err(GIVEN_UP));
    if (!runner.ok) return err(buildFailed(null, runner.error));
    const reference = await buildReference(gpu, plan.reference, events.signal);
    if (!reference.ok) return err(buildFailed(null, reference.error));
    const { method, maxSeconds } = plan.request;
    const order = { launches: built.map(runnable), reference: reference.value, method, maxSeconds };
    const nameOf = (contender: number): string => plan.variants[contender].request.variant;
    const result = await runner.value.compare(order, {
      signal: events.signal,
      onProgress: progress => events.onEvent(namedProgress(progress, nameOf)),
    });
    if (!result.ok) return err(runFailed(result.error, nameOf));
    const records = recordsOf(plan, built, result.value, gpu.driver);
    await this.#measureCeilings(runner.value, records[0], events);
    const counted = plan.request.counters ? await this.#count(gpu, records, order, events) : records;
    return ok(finished(counted, await this.#parts.history.ask('addRuns', counted)));
  }

  /** A comparison is useful without counters; its records then say why there are none. */
  async #count(
    gpu: LocalGpu,
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

  /** The ceilings of this machine's GPU; null if no run has measured them. */
  async ceilings(): Promise<AnswerOf<'findCeilings'>> {
    const { gpu, history } = this.#parts;
    return gpu === null ? ok(null) : history.ask('findCeilings', gpu.name, gpu.driver);
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

  async #build(gpu: LocalGpu, planned: PlannedVariant, { onEvent, signal }: RunEvents) {
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
