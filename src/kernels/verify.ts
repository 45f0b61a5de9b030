/**
 * Checks one emulated run of a kernel's case against what the kernel folder says independently of it: the reference
 * output, and the predicted accesses of every lane.
 */
import { assert } from '../base/assert.ts';
import { type AccessTrace, accessAt, TraceBuilder } from '../trace/access-trace.ts';
import { compareTraces, type TraceComparison } from '../trace/compare.ts';
import type { Fault, FaultKind } from '../trace/fault.ts';
import type { Launch } from '../trace/launch.ts';
import type { Kernel, KernelCase, KernelVariant } from './kernel.ts';
import { firstBeyondBound, firstWrongByte } from './output-check.ts';

/**
 * A run of the whole grid, as an emulation gives it. Let it go on after a fault: lanes run in some order, and what goes
 * wrong first need not be what is wrong (a missing barrier may first show as a read of bytes not yet written).
 */
export interface EmulatedRun {
  readonly result: { readonly faults: readonly Fault[]; readonly buffers: ReadonlyMap<string, Uint8Array> };
  /** The accesses of `ctas`. */
  readonly trace: AccessTrace;
  /** Linear numbers of the observed CTAs; all of the grid when absent. */
  readonly ctas?: readonly number[];
  /** It was the launch of the kernel's real numbers. */
  readonly onReals?: boolean;
}

/** `at` says where in words, for every outcome but agreement. */
export type Verification =
  | { readonly outcome: 'agrees'; readonly comparison: TraceComparison }
  | { readonly outcome: 'differs'; readonly at: string; readonly comparison: TraceComparison }
  | { readonly outcome: 'wrongAnswer'; readonly at: string; readonly buffer: string; readonly byteOffset: number }
  /** The kernel did something wrong: all of it, and of that the one that explains most. */
  | { readonly outcome: 'faulted'; readonly at: string; readonly fault: Fault; readonly faults: readonly Fault[] }
  /** The emulator cannot run it. */
  | { readonly outcome: 'refused'; readonly at: string; readonly fault: Fault };

const REFUSALS: readonly FaultKind[] = ['unknownOpcode', 'unsupported', 'limit'];

/** Follows from another fault more often than not. */
const isSymptom = (fault: Fault): boolean => fault.kind === 'uninitialisedRead' || fault.kind === 'limit';

/** The cases that a variant can do, that fit an architecture and that the emulator takes. */
export const casesOn = (kernel: Kernel, variant: string, arch: string): KernelCase[] =>
  kernel.cases.filter(
    ({ archs, params }) =>
      (archs?.includes(arch) ?? true) &&
      kernel.tooLarge(params) === null &&
      kernel.refusal(variant, params) === null &&
      kernel.shortfall(variant, params, arch) === null,
  );

/** A fault hides the rest, a wrong answer hides the comparison: the first of them is the outcome. */
export function verifyCase(kernel: Kernel, variant: string, kernelCase: KernelCase, run: EmulatedRun): Verification {
  const { faults } = run.result;
  if (faults.length > 0) return verificationOf(faults);
  const wrong = firstWrong(kernel, variant, kernelCase, run);
  if (wrong !== null) return { outcome: 'wrongAnswer', ...wrong };
  const ctas = run.ctas ?? ctasOf(kernel.launch(variant, kernelCase.params));
  const comparison = compareTraces(predictAll(kernel, variant, kernelCase, ctas), run.trace);
  const { verdict } = comparison;
  return verdict.kind === 'agree'
    ? { outcome: 'agrees', comparison }
    : { outcome: 'differs', at: verdict.at, comparison };
}

function firstWrong(kernel: Kernel, variant: string, { params }: KernelCase, { result, onReals }: EmulatedRun) {
  if (!onReals) return firstWrongByte(kernel.reference(variant, params), result.buffers);
  assert(kernel.reals !== null, 'what ran on real numbers has some');
  return firstBeyondBound(kernel.reals.expected(variant, params), result.buffers);
}

function verificationOf(faults: readonly Fault[]): Verification {
  const first = faults[0];
  if (REFUSALS.includes(first.kind)) return { outcome: 'refused', at: first.message, fault: first };
  const fault = faults.find(f => !isSymptom(f)) ?? first;
  return { outcome: 'faulted', at: fault.message, fault, faults };
}

/** Whether the outcome is the one the variant stands for: known-wrong ones must be caught, by the right check. */
export function isExpected(variant: KernelVariant, kernelCase: KernelCase, verification: Verification): boolean {
  const { mustFail } = variant;
  if (mustFail === undefined) return verification.outcome === 'agrees';
  if (kernelCase.hides?.includes(variant.id)) return isHidden(mustFail, verification);
  if (mustFail === 'wrongAnswer' || mustFail === 'differs') return verification.outcome === mustFail;
  return verification.outcome === 'faulted' && verification.faults.some(fault => fault.kind === mustFail);
}

/** Without a barrier nvcc may merge accesses; the model predicts those of the right kernel. */
const isHidden = (mustFail: KernelVariant['mustFail'], { outcome }: Verification): boolean =>
  outcome === 'agrees' || (mustFail === 'race' && outcome === 'differs');

const ctasOf = ({ grid }: Launch): number[] => Array.from({ length: grid[0] * grid[1] * grid[2] }, (_, cta) => cta);

function predictAll(kernel: Kernel, variant: string, kernelCase: KernelCase, ctas: readonly number[]): AccessTrace {
  const all = new TraceBuilder();
  for (const cta of ctas) {
    const { trace } = kernel.predict(variant, kernelCase.params, cta);
    for (let row = 0; row < trace.rows; row++) all.add(accessAt(trace, row));
  }
  return all.finish();
}
