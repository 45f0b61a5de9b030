/** Parts of a grid. */
import type { Dim3, Launch } from '../../trace/launch.ts';
import type { EmulationOptions } from '../emulation.ts';
import type { Module } from '../parse/ast.ts';
import type { Cta } from './cta.ts';
import type { GlobalMemory } from './global-memory.ts';
import type { Memory } from './memory.ts';
import type { PlacedImage } from './placed-image.ts';
import type { Program } from './program.ts';
import type { Reconvergence } from './split.ts';
import type { Watch } from './watch.ts';

/**
 * The CTAs that run, in order, those of a cluster by rank. It is no list, since a grid may have more CTAs than memory
 * holds.
 */
export interface CtaOrder {
  readonly count: number;
  /** Linear number of the CTA that is the `index`th to start. */
  numberAt(index: number): number;
}

export interface GridSetup {
  readonly files: Module['files'];
  readonly program: Program;
  readonly launch: Launch;
  /** Size in CTAs; null for a launch without clusters. */
  readonly cluster: Dim3 | null;
  readonly sharedBaseBytes: number;
  readonly device: { readonly global: GlobalMemory; readonly constants: Memory };
  readonly params: Memory;
  /** Images in the order of their handles. */
  readonly images: readonly PlacedImage[];
  readonly options: EmulationOptions;
  readonly ctas: CtaOrder;
  readonly reconvergence: Reconvergence;
  /** Makes what looks on while a CTA runs, or null. */
  readonly watch: (cta: Cta) => Watch | null;
}
