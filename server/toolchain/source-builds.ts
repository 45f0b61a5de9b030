/**
 * Compiles text that comes with the request (`--allow-source`). It may be from anyone, so its compiler sees nothing of
 * the machine except itself (`confined-compiler.ts`), and takes only the architecture from the request.
 */
import { createHash } from 'node:crypto';
import { assert } from '../../src/base/assert.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { CompileFailure, CompileSourceRequest, SourceBuild } from '../../src/contract/api.ts';
import type { History } from '../runs/history.ts';
import { buildKey, memoryCache } from './build-cache.ts';
import type { Admitted, Builder, BuildRefusal, Follower, NotKept } from './builder.ts';
import { SOURCE_FILE, sourceCommand, sourceFlags } from './command-line.ts';
import { type CompileOptions, compile } from './compile.ts';
import { parseEntries } from './ptxas-report.ts';
import { hashSources, readSharedHeaders, type SourceFile } from './source-tree.ts';

export interface SourceBuildsParts {
  readonly builder: Builder;
  /** null without nvcc. */
  readonly compiler: CompileOptions | null;
  readonly history: History;
  /** Folder with `cuda/include`. */
  readonly checkout: string;
}

/** Enough to switch back and forth between two versions; PTX has up to 4 MiB. */
const MAX_KEPT = 32;

export class SourceBuilds {
  readonly #parts: SourceBuildsParts;
  readonly #cache = memoryCache<SourceBuild>(MAX_KEPT);

  constructor(parts: SourceBuildsParts) {
    this.#parts = parts;
  }

  async submit(
    request: CompileSourceRequest,
    follower: Follower<SourceBuild>,
  ): Promise<Result<Admitted, BuildRefusal>> {
    const { builder, compiler, checkout } = this.#parts;
    if (compiler === null) return err({ kind: 'noCompiler' });
    const { archs, version } = compiler.nvcc;
    const { arch } = request;
    if (!archs.includes(arch)) {
      return err({ kind: 'badInput', field: 'arch', message: `expected one of ${archs.join(', ')}` });
    }
    const files = [sourceFile(request), ...(await readSharedHeaders(checkout))];
    const order = {
      key: buildKey(hashSources(files, sourceFlags(arch)), version),
      cache: this.#cache,
      compile: (signal: AbortSignal) => compileSource(compiler, request, files, signal),
      record: (result: Result<SourceBuild, CompileFailure>, durationMs: number) =>
        this.#record(request, result, durationMs),
    };
    return builder.submit(order, follower);
  }

  async #record(
    { name, text, arch }: CompileSourceRequest,
    result: Result<SourceBuild, CompileFailure>,
    durationMs: number,
  ): Promise<NotKept> {
    const textHash = createHash('sha256').update(text).digest('hex');
    const entry = { kind: 'source', request: { name, textHash, arch }, durationMs } as const;
    const outcome = result.ok
      ? ({ kind: 'built', ...withoutPtx(result.value) } as const)
      : ({ kind: 'failed', ...result.error } as const);
    const kept = await this.#parts.history.ask('addBuild', { ...entry, outcome });
    return kept.ok ? null : kept.error.message;
  }
}

const withoutPtx = ({ ptx: _, ...numbers }: SourceBuild): Omit<SourceBuild, 'ptx'> => numbers;

/** The file has a name that we chose. The text's own name is given inside the text, for messages and line tables. */
function sourceFile({ name, text }: CompileSourceRequest): SourceFile {
  assert(!/["\\\p{C}]/u.test(name), `"${name}" can stand between quotes`);
  // A byte order mark counts as one only at the start of a file.
  return { path: SOURCE_FILE, bytes: Buffer.from(`#line 1 "${name}"\n${text.replace(/^\uFEFF/, '')}`) };
}

async function compileSource(
  compiler: CompileOptions,
  request: CompileSourceRequest,
  files: readonly SourceFile[],
  signal: AbortSignal,
): Promise<Result<SourceBuild, CompileFailure>> {
  const { name, arch } = request;
  const compiled = await compile(compiler, { files, argv: sourceCommand(arch), arch }, signal);
  if (!compiled.ok) return err(inWordsOf(request, compiled.error));
  const { ptx, report, diagnostics } = compiled.value;
  const flags = sourceFlags(arch);
  const provenance = { nvcc: compiler.nvcc.version, flags, sourceHash: hashSources(files, flags) };
  return ok({ ptx, entries: parseEntries(report), ...provenance, diagnostics: named(name, diagnostics) });
}

const REACH = 'a text can include headers of the toolkit, of the host compiler and of cuda/include, and no other file';

const NOT_INSTANTIATED =
  'the PTX has no kernel: a __global__ template is compiled only where it is instantiated, as by `template __global__ void k<float>(float*);` at the end of the text';

function inWordsOf({ name, text, arch }: CompileSourceRequest, failure: CompileFailure): CompileFailure {
  const { at, message, diagnostics } = failure;
  return { at, message: hintOf(text, arch, failure) ?? message, diagnostics: named(name, diagnostics) };
}

/** What helps where the compiler's own words do not say it. */
function hintOf(text: string, arch: string, { at, message, diagnostics }: CompileFailure): string | null {
  if (/: No such file or directory$|: cannot open source file "/m.test(diagnostics)) return REACH;
  const isOfFamily = /not supported on \.target '(sm_\d+)'|requires \.target sm_\d+a/.test(diagnostics);
  if (isOfFamily && /^sm_\d+$/.test(arch))
    return `the text may need the features of one architecture alone: choose ${arch}a instead of ${arch}`;
  const hasTemplate = /\btemplate\b/.test(text) && /\b__global__\b/.test(text);
  return at === 'output' && message.includes('has no kernel') && hasTemplate ? NOT_INSTANTIATED : null;
}

/** nvcc's last line names the file that it was given when it counts the errors. */
const named = (name: string, diagnostics: string): string => diagnostics.replaceAll(SOURCE_FILE, () => name);
