/** `RunRecord`: one finished run on a GPU, complete enough to be read years later without the machine. */
import type { Launch } from './launch.ts';

export interface RunRecord {
  readonly id: string;
  /** ISO date and time of the run. */
  readonly date: string;
  readonly kernel: string;
  readonly variant: string;
  readonly params: Readonly<Record<string, number | string | boolean>>;
  readonly gpu: { readonly name: string; readonly smCount: number; readonly l2Bytes: number };
  readonly driver: string;
  /** nvcc release and the exact flags. */
  readonly toolkit: string;
  readonly flags: readonly string[];
  /** sha256 of source, headers and flags. */
  readonly sourceHash: string;
  readonly launch: Launch;
  readonly method: 'cold' | 'steady';
  readonly samplesNs: readonly number[];
  readonly statistics: {
    readonly medianNs: number;
    readonly q1Ns: number;
    readonly q3Ns: number;
    readonly minNs: number;
  };
  /** Hardware counters by their profiler name. */
  readonly counters: Readonly<Record<string, number>>;
  readonly check:
    | { readonly ok: true; readonly elements: number }
    | { readonly ok: false; readonly wrong: number; readonly firstIndex: number };
}
