/**
 * One compile request from admission to its last event: check, look into the cache, wait for a turn, compile, keep, record.
 */
import { assert } from '../../src/base/assert.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Build, CompileEvent, CompileFailure, CompileRequest } from '../../src/contract/api.ts';
import type { FieldError } from '../../src/contract/field-error.ts';
import { type Dropped, JobQueue } from '../exec/queue.ts';
import type { HistoryStore } from '../runs/history-store.ts';
import { type BuildCache, buildKey } from './build-cache.ts';
import { type BuildPlan, type Catalog, planBuild } from './build-plan.ts';
import { ptxFlags } from './command-line.ts';
import { type CompileOptions, compile, type Sources } from './compile.ts';
import { hashSources, readSourceTree } from './source-tree.ts';

export type BuildRefusal =
  | ({ readonly kind: 'badInput' } & FieldError)
  | { readonly kind: 'noCompiler' }
  | { readonly kind: 'queueFull' };

export interface BuilderParts {
  readonly catalog: Catalog;
  /** null without nvcc. */
  readonly compiler: CompileOptions | null;
  readonly cache: BuildCache;
  readonly history: HistoryStore;
  /** Folder with `cuda/`. */
  readonly checkout: string;
}

export interface Follower {
  readonly onEvent: (event: CompileEvent) => void;
  readonly signal: AbortSignal;
}

const MAX_WAITING = 16;
const STALE_MS = 60_000;

export class Builder {
  readonly #parts: BuilderParts;
  readonly #queue = new JobQueue({ maxWaiting: MAX_WAITING, staleMs: STALE_MS });

  constructor(parts: BuilderParts) {
    this.#parts = parts;
  }

  /** A refusal comes before the first event; an admitted request ends with `done` or `failed`, then the promise resolves. */
  async submit(request: CompileRequest, follower: Follower): Promise<Result<{ end: Promise<void> }, BuildRefusal>> {
    const { catalog, compiler, checkout } = this.#parts;
    if (compiler === null) return err({ kind: 'noCompiler' });
    const plan = planBuild(catalog, compiler.nvcc.archs, request);
    if (!plan.ok) return err({ kind: 'badInput', ...plan.error });
    const started = performance.now();
    const sources = await sourcesOf(checkout, plan.value);
    const job: BuildJob = { request, plan: plan.value, sources, compiler, follower };
    const known = await this.#find(job);
    if (known !== null) {
      follower.onEvent(doneEvent(known, true, started));
      return ok({ end: Promise.resolve() });
    }
    const turn = this.#queue.enter(() => this.#build(job), {
      signal: follower.signal,
      onPosition: position => follower.onEvent({ stage: 'queued', position }),
    });
    if (!turn.ok) return err({ kind: 'queueFull' });
    const end = turn.value.then(result => {
      if (!result.ok) follower.onEvent({ stage: 'failed', ...droppedFailure(result.error) });
    });
    return ok({ end });
  }

  #find(job: BuildJob): Promise<Build | null> {
    return this.#parts.cache.find(keyOf(job));
  }

  async #build(job: BuildJob): Promise<void> {
    const { compiler, plan, sources, follower } = job;
    const started = performance.now();
    // An equal request may have been built while this one waited.
    const known = await this.#find(job);
    if (known !== null) return follower.onEvent(doneEvent(known, true, started));
    follower.onEvent({ stage: 'compiling' });
    const result = await compile(compiler, plan, sources, follower.signal);
    if (result.ok) await this.#parts.cache.keep(keyOf(job), result.value);
    this.#record(job.request, result, performance.now() - started);
    follower.onEvent(result.ok ? doneEvent(result.value, false, started) : { stage: 'failed', ...result.error });
  }

  /** What the compiler did is history; what somebody gave up is not. */
  #record(request: CompileRequest, result: Result<Build, CompileFailure>, durationMs: number): void {
    if (!result.ok && result.error.at === 'cancelled') return;
    if (!result.ok) {
      this.#parts.history.add({ kind: 'build', request, durationMs, outcome: { kind: 'failed', ...result.error } });
      return;
    }
    const { ptx: _, ...numbers } = result.value;
    this.#parts.history.add({ kind: 'build', request, durationMs, outcome: { kind: 'built', ...numbers } });
  }
}

interface BuildJob {
  readonly request: CompileRequest;
  readonly plan: BuildPlan;
  readonly sources: Sources;
  readonly compiler: CompileOptions;
  readonly follower: Follower;
}

const keyOf = ({ sources, compiler }: BuildJob): string => buildKey(sources.hash, compiler.nvcc.version);

async function sourcesOf(checkout: string, { spec, arch }: BuildPlan): Promise<Sources> {
  const files = await readSourceTree(checkout, spec.source);
  assert(files.length > 0, 'a kernel has a source');
  const flags = ptxFlags(spec, arch);
  return { files, flags, hash: hashSources(files, flags) };
}

const doneEvent = (build: Build, cached: boolean, started: number): CompileEvent => ({
  stage: 'done',
  ...build,
  cached,
  durationMs: performance.now() - started,
});

const droppedFailure = (why: Dropped): CompileFailure =>
  why === 'cancelled'
    ? { at: 'cancelled', message: 'cancelled while waiting', diagnostics: '' }
    : { at: 'queue', message: `dropped after ${STALE_MS / 1000} s in the queue`, diagnostics: '' };
