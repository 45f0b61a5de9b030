/** Runs one case of a kernel on the emulator, from the shipped PTX, and verifies it. */
import { err, ok, type Result } from '../src/base/result.ts';
import type { Kernel, KernelCase, KernelVariant } from '../src/kernels/kernel.ts';
import { casesOn, type EmulatedRun, isExpected, type Verification, verifyCase } from '../src/kernels/verify.ts';
import { startEmulation } from '../src/ptx/index.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import { TraceBuilder } from '../src/trace/access-trace.ts';
import { readModule } from './files.ts';
import { shippedPtx } from './shipped-ptx.ts';

export interface CaseRun {
  readonly kernel: Kernel;
  readonly variant: KernelVariant;
  readonly kernelCase: KernelCase;
  readonly arch: string;
  /** Whether it runs on the kernel's real numbers instead of the launch's own. */
  readonly onReals: boolean;
}

export interface CaseVerdict {
  readonly kernel: string;
  readonly variant: string;
  /** 'deep', or 'deep on reals'. */
  readonly case: string;
  readonly arch: string;
  readonly outcome: Verification['outcome'];
  /** Whether the outcome is what the variant should give: a known-wrong variant must be found wrong. */
  readonly expected: boolean;
  /** Where and how the outcome differs; '' if it agrees. */
  readonly at: string;
}

/** Every variant and case of the kernels, on the architectures that `chosen` accepts. */
export function* runsOf(kernels: Iterable<Kernel>, chosen: (arch: string) => boolean): Generator<CaseRun> {
  for (const kernel of kernels)
    for (const variant of kernel.variants)
      for (const arch of kernel.archs.filter(chosen))
        for (const kernelCase of casesOn(kernel, variant.id, arch))
          for (const onReals of kernel.reals?.cases.includes(kernelCase.id) ? [false, true] : [false])
            yield { kernel, variant, kernelCase, arch, onReals };
}

/** Keeps parsed modules, since many cases share one. */
export class CaseRunner {
  readonly #modules = new Map<string, Promise<Result<Module, string>>>();

  async verdictOf(run: CaseRun): Promise<CaseVerdict> {
    const { kernel, variant, kernelCase, arch, onReals } = run;
    const name = onReals ? `${kernelCase.id} on reals` : kernelCase.id;
    const base = { kernel: kernel.id, variant: variant.id, case: name, arch };
    const emulated = await this.#emulate(run);
    if (!emulated.ok) return { ...base, outcome: 'refused', expected: false, at: emulated.error };
    const verification = verifyCase(kernel, variant.id, kernelCase, emulated.value);
    return {
      ...base,
      outcome: verification.outcome,
      expected: isExpected(variant, kernelCase, verification),
      at: verification.outcome === 'agrees' ? '' : verification.at,
    };
  }

  /** The error says why the case could not run. */
  async #emulate({ kernel, variant, kernelCase, arch, onReals }: CaseRun): Promise<Result<EmulatedRun, string>> {
    const { params } = kernelCase;
    const module = await this.#module(kernel.ptxPath(variant.id, params, arch));
    if (!module.ok) return module;
    const trace = new TraceBuilder();
    const started = startEmulation(module.value, (onReals ? kernel.reals! : kernel).launch(variant.id, params), {
      observe: access => trace.add(access),
      sharedBaseBytes: kernel.sharedBaseBytes(params),
      faults: 'all',
    });
    if (!started.ok) return err(started.error.message);
    while (!started.value.run(SLICE_WARP_INSTRUCTIONS).done);
    return ok({ result: started.value.result(), trace: trace.finish(), onReals });
  }

  #module(path: string): Promise<Result<Module, string>> {
    const module = this.#modules.get(path) ?? readModule(shippedPtx(path));
    this.#modules.set(path, module);
    return module;
  }
}

const SLICE_WARP_INSTRUCTIONS = 2 ** 20;
