/** `lanescape run`: one comparison on this machine's GPU, printed as a table. */

import type { ServerCoreParts } from '../../server/core.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import { type RunRequest, runRequestSchema } from '../../src/contract/run.ts';
import { TIMING_METHODS } from '../../src/contract/run-job.ts';
import { catalog } from '../../src/kernels/catalog.ts';
import type { Kernel } from '../../src/kernels/kernel.ts';
import { cancellable } from '../interrupt.ts';
import { complain, say, sayJson } from '../terminal.ts';
import { defineVerb, INTERRUPTED, type Invocation, JSON_FLAG, type Outcome } from '../verb.ts';
import { ableVariants, type ComparedRuns, compare, type EngineAt } from './comparison.ts';
import { type Kernels, kernelNamed, paramsOf, secondsOf } from './kernel-operand.ts';
import { ENGINE_OPTIONS, withEngine } from './open-engine.ts';
import { runCapture } from './replay/captured-run.ts';
import { RunProgressLine } from './run-progress.ts';
import { comparisonText } from './run-table.ts';

const OPTIONS = {
  variant: { kind: 'list', value: 'ID', help: 'only these variants, in this order; default: all that can run and end' },
  set: { kind: 'list', value: 'NAME=VALUE', help: "a parameter of the kernel; the others keep the kernel's defaults" },
  method: { kind: 'value', value: 'cold|steady', help: 'how launches are timed; default cold' },
  'max-seconds': {
    kind: 'value',
    value: 'N',
    help: 'time limit for the samples of all variants together, in seconds; default 5',
  },
  counters: {
    kind: 'flag',
    help: "also count wavefronts, conflicts and sectors with NVIDIA's profiler, in a separate launch",
  },
  capture: {
    kind: 'value',
    value: 'PATH',
    help: 'instead of a kernel: start the launch of this capture again, and compare with what was recorded',
  },
  ...ENGINE_OPTIONS,
  json: JSON_FLAG,
} as const;

interface Wish {
  readonly variant: readonly string[];
  readonly set: readonly string[];
  readonly method: string | undefined;
  readonly 'max-seconds': string | undefined;
  readonly counters: boolean;
}

export const runVerb = (kernels: Kernels, parts: ServerCoreParts): Invocation =>
  defineVerb({
    name: 'run',
    about: `
Compiles the variants of a kernel for the GPU of this machine or of another place, compares the output of each with an independent reference, and
times those that are right in turns, in one process. If you have a running server, it does this, otherwise this process.
Progress goes to standard error. The table has the median and half the interquartile range; the interval that contains the
median with 95 %; the rate, and its shares of the GPU's measured limit and of its data sheet; how many samples there are
and why no more; the SM clock; and a verdict against the first variant that is right.

With --capture, the launch runs once, with the memory that it had, and what it leaves is compared byte for byte; nothing is timed.

With --json: {"records","leftOut","failure","ceilings"}; the records hold all samples, as in public/recordings.
Exit code: 0; 1 without a GPU, if the comparison fails, or if a variant is wrong that should be right; 130 if interrupted.
Kernels: ${[...kernels.keys()].join(', ')}.`,
    operand: 'kernel',
    options: OPTIONS,
    async run({ options, operands }) {
      if (options.capture !== undefined) {
        if (operands.length > 0) return err('--capture has a kernel of its own: name no other');
        return runCapture(options.capture, options.json);
      }
      if (operands.length !== 1) return err(`expected one kernel, got ${operands.length}`);
      const kernel = kernelNamed(kernels, operands[0]);
      if (!kernel.ok) return kernel;
      return withEngine(options, parts, (engine, place) =>
        runOn({ engine, place }, kernel.value, options, options.json),
      );
    },
  });

export const run = runVerb(catalog, { catalog });

async function runOn({ engine, place }: EngineAt, kernel: Kernel, wish: Wish, asJson: boolean): Promise<Outcome> {
  const request = await requestOf({ engine, place }, kernel, wish);
  if (!request.ok) return request;
  const progress = new RunProgressLine(process.stderr, kernel.id);
  const compared = await cancellable(signal =>
    compare(engine, request.value, { signal, onEvent: event => progress.show(event) }),
  );
  progress.clear();
  if (!compared.ok) return compared;
  if (compared.value.failure?.at === 'cancelled') return INTERRUPTED;
  const ceilings = await engine.ceilings(place.name);
  const { records, failure, leftOut } = compared.value;
  if (asJson) sayJson({ records: records ?? [], leftOut, failure, ceilings });
  else if (records !== null) say(comparisonText(kernel, records, ceilings));
  complain(problemLines(compared.value));
  return ok(isAsItShould(kernel, compared.value) ? 0 : 1);
}

async function requestOf(at: EngineAt, kernel: Kernel, wish: Wish): Promise<Result<RunRequest, string>> {
  const params = paramsOf(kernel, wish.set);
  if (!params.ok) return params;
  const seconds = secondsOf(wish['max-seconds']);
  if (!seconds.ok) return seconds;
  const { method = 'cold' } = wish;
  const able = ableVariants(await at.engine.machine(), at.place, kernel, params.value);
  const variants = wish.variant.length > 0 ? wish.variant : able;
  const parsed = runRequestSchema.safeParse({
    ...{ kernel: kernel.id, variants, params: params.value, method, maxSeconds: seconds.value },
    place: at.place.name,
    ...(wish.counters ? { counters: true } : {}),
  });
  if (parsed.success) return ok(parsed.data);
  if (!TIMING_METHODS.some(known => known === method)) return err(`--method ${method}: expected cold or steady`);
  return err(
    variants.length === 0
      ? 'no variant can run these parameters on this GPU'
      : 'a variant is named twice, or too many are named',
  );
}

/** Lines for what the table has no row for. */
export function problemLines({ leftOut, failure, notKept }: ComparedRuns): string {
  const lines = leftOut.map(({ variant, why }) => `${variant} is left out: ${why}`);
  if (notKept !== null) lines.push(notKept);
  if (failure !== null) {
    const who = failure.variant === null ? '' : `${failure.variant}: `;
    lines.push(`failed at ${failure.at}: ${who}${failure.message}`);
    if (failure.diagnostics !== '') lines.push(failure.diagnostics);
  }
  return lines.map(line => `lanescape: ${line}\n`).join('');
}

/** Known-wrong variants may be wrong or fault. On a GPU they may also give the right result. */
export function isAsItShould(kernel: Kernel, { records, leftOut }: ComparedRuns): boolean {
  const mayFail = (id: string): boolean => kernel.variants.some(each => each.id === id && each.mustFail !== undefined);
  if (records === null || leftOut.some(({ variant }) => !mayFail(variant))) return false;
  return records.every(({ variant, outcome }) => outcome.kind === 'timed' || mayFail(variant));
}
