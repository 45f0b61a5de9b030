/** What the workbench saves, opens and puts into a link: a program, a launch for it, and what the outputs should be. */
import type { Launch } from '../trace/launch.ts';

export interface WorkbenchSource {
  readonly language: 'ptx' | 'cuda';
  /** File name for the tab and for messages: 'reduce.cu'. */
  readonly name: string;
  readonly text: string;
}

/** What a buffer must hold after the run. */
export interface Expectation {
  readonly buffer: string;
  /** `formula`: an expression in i (element index), and the launch's buffers and scalars by name, e.g. `in[i] * 2`. */
  readonly by:
    | { readonly kind: 'formula'; readonly formula: string }
    | { readonly kind: 'values'; readonly values: readonly (number | string)[] }
    | { readonly kind: 'base64'; readonly base64: string };
  /** Absolute. */
  readonly tolerance: number;
}

export interface WorkbenchDocument {
  readonly version: 1;
  readonly title: string;
  readonly source: WorkbenchSource;
  /** Architecture that CUDA is compiled for; PTX names its own. */
  readonly arch: string;
  readonly launch: Launch;
  /** Paths into `launch` whose values nobody confirmed: 'params[2].value'. */
  readonly guessed: readonly string[];
  /** Linear CTA numbers to run; null = the whole grid. */
  readonly ctas: readonly number[] | null;
  /** The CTA whose accesses are drawn. */
  readonly tracedCta: number;
  readonly faults: 'first' | 'all';
  readonly expectations: readonly Expectation[];
}
