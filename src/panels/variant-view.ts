/** What the panels and pictures of one variant are drawn from: its records by source, and how they compare. */
import type { BankCost } from '../model/banks/wavefronts.ts';
import type { TileLayout } from '../model/layout/tile-layout.ts';
import type { Access, AccessTrace } from '../trace/access-trace.ts';
import type { TraceComparison } from '../trace/compare.ts';
import type { Fault } from '../trace/fault.ts';

export type Badge = 'A' | 'B' | 'C' | 'D';
export const BADGES: readonly Badge[] = ['A', 'B', 'C', 'D'];

/** One side (store or load) of one CTA's shared accesses. */
export interface SideTotals {
  readonly requests: number;
  readonly wavefronts: number;
  readonly ideal: number;
  /** Most wavefronts of a single request. */
  readonly worst: number;
}

/** 32-byte sectors of one CTA's global accesses, against the fewest that could carry the bytes. */
export interface SectorTotals {
  readonly requests: number;
  readonly sectors: number;
  readonly ideal: number;
}

export interface SourceView {
  readonly trace: AccessTrace;
  /** The request under study, and its cost in banks; null where the warp makes none on that side. */
  readonly access: Access | null;
  readonly cost: BankCost | null;
  readonly shared: { readonly store: SideTotals; readonly load: SideTotals };
  readonly global: { readonly store: SectorTotals; readonly load: SectorTotals };
}

export type EmulationView =
  | { readonly state: 'running' }
  | { readonly state: 'failed'; readonly stage: string; readonly message: string }
  | {
      readonly state: 'done';
      readonly view: SourceView;
      readonly faults: readonly Fault[];
      readonly comparison: TraceComparison;
      /** Parameters have moved on and this is still the previous answer. */
      readonly stale: boolean;
    };

export interface OutputCheck {
  readonly rows: number;
  readonly columns: number;
  /** Per element of the output matrix: 0 right, 1 wrong, 2 never written. */
  readonly states: Uint8Array;
  readonly wrong: number;
  readonly unwritten: number;
}

export type OutputView =
  | { readonly state: 'running'; readonly done: number; readonly total: number }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'done'; readonly check: OutputCheck };

export interface VariantView {
  readonly badge: Badge;
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Set for a known-wrong variant: what its check must find. */
  readonly mustFail: string | null;
  readonly tile: TileLayout | null;
  readonly sharedBytes: number;
  readonly predicted: SourceView;
  readonly emulated: EmulationView;
  readonly output: OutputView;
}

/** The emulated records where there are some, else the predicted ones: what a picture draws, with its source. */
export function bestSource(view: VariantView): {
  readonly source: 'emulated' | 'predicted';
  readonly view: SourceView;
} {
  return view.emulated.state === 'done'
    ? { source: 'emulated', view: view.emulated.view }
    : { source: 'predicted', view: view.predicted };
}
