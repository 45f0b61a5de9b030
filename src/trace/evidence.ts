/** `Evidence`: one quantity as told by up to three sources, each with its provenance, and whether they agree. */
import type { AccessKind, Space } from './access-trace.ts';
import type { Source } from './span.ts';

export interface Provenance {
  /**
   * The method that produced the value: 'closed form', 'PTX of nvcc 13.0.88 for sm_90, 32 of 32 warps', or a GPU's
   * name.
   */
  readonly method: string;
  /** ISO date of a measurement; absent for values that do not age. */
  readonly date?: string;
}

export interface EvidenceValue {
  readonly value: number;
  readonly provenance: Provenance;
}

export type Verdict =
  | { readonly kind: 'agree'; readonly sources: readonly Source[] }
  /** `at` says where in words ('warp 3 lane 5, 2nd shared load'); the rest lets the page jump there. */
  | {
      readonly kind: 'differ';
      readonly at: string;
      readonly warp?: number;
      readonly lane?: number;
      /** `index` counts the warp's accesses of that space and kind from 0. */
      readonly access?: { readonly space: Space; readonly kind: AccessKind; readonly index: number };
    }
  | { readonly kind: 'onlyOne'; readonly source: Source };

export interface Evidence {
  readonly quantity: string;
  /** 'wavefronts', 'B', 'µs'. */
  readonly unit: string;
  readonly values: Readonly<Partial<Record<Source, EvidenceValue>>>;
  readonly verdict: Verdict;
}
