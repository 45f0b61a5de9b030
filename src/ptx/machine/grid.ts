/** One launch on the machine: what all its CTAs share, and the rounds in which they run. */
import { roundUp } from '../../base/bits.ts';
import type { Dim3, UnrecordedMemory } from '../../trace/launch.ts';
import type { UndefinedWords } from '../emulation.ts';
import type { Module } from '../parse/ast.ts';
import { ExecutionCounts } from './execution-counts.ts';
import { FaultLog } from './faults.ts';
import type { GlobalMemory } from './global-memory.ts';
import type { CtaOrder, GridSetup } from './grid-setup.ts';
import type { Memory } from './memory.ts';
import type { PlacedImage } from './placed-image.ts';
import { PrintLog } from './print-log.ts';
import type { Program } from './program.ts';
import { Rounds } from './rounds.ts';
import type { Reconvergence } from './split.ts';

const TOOLKIT_ALIGN_BYTES = 128;

export class Grid {
  readonly files: Module['files'];
  readonly program: Program;
  readonly gridSize: Dim3;
  readonly block: Dim3;
  /** Size in CTAs; without clusters, each CTA is a cluster. */
  readonly cluster: Dim3;
  readonly isExplicitCluster: boolean;
  readonly clusterCtas: number;
  readonly warpsPerCta: number;
  readonly global: GlobalMemory;
  readonly constants: Memory;
  readonly params: Memory;
  readonly images: readonly PlacedImage[];
  /** Memory of a captured launch that was not recorded. */
  readonly unrecorded: readonly UnrecordedMemory[];
  readonly sharedBytes: number;
  readonly dynamicSharedBytes: number;
  readonly sharedBaseBytes: number;
  /** Offset of the toolkit's own part of shared memory, if the kernel uses it. */
  readonly toolkitOffset: number;
  /** It may start before the launch ahead of it has ended. */
  readonly isOverlapping: boolean;
  readonly reconvergence: Reconvergence;
  /** Words of registers and memory whose content nothing defines. */
  readonly undefinedWords: UndefinedWords;
  readonly log: FaultLog;
  /** Words of device memory that were read before anything had written them: of each a mask of the bytes. */
  readonly unwrittenReads = new Map<number, number>();
  readonly prints = new PrintLog();
  readonly ctas: CtaOrder;
  /** For each pc: the first allowed start of an access in the region of global memory that the instruction hit last. */
  readonly firstStart: Int32Array;
  readonly lastStart: Int32Array;
  /** Counts by pc; null if no profile is wanted. */
  readonly counts: ExecutionCounts | null;
  /** Counts what changes the machine's state for others; a round without any is a round of spinning. */
  events = 0;
  /** How far a clock goes from one look at it to the next [clk, ns]. */
  clockStep = 64;
  /** One sentence for the result about what the checkers do not check. */
  unchecked = '';
  warpInstructions = 0;
  laneInstructions = 0;
  readonly rounds: Rounds;

  constructor(setup: GridSetup) {
    this.files = setup.files;
    this.program = setup.program;
    this.gridSize = setup.launch.grid;
    this.block = setup.launch.block;
    this.cluster = setup.cluster ?? [1, 1, 1];
    this.isExplicitCluster = setup.cluster !== null;
    this.clusterCtas = this.cluster[0] * this.cluster[1] * this.cluster[2];
    this.global = setup.device.global;
    this.constants = setup.device.constants;
    this.params = setup.params;
    this.images = setup.images;
    this.unrecorded = setup.launch.unrecorded ?? [];
    this.dynamicSharedBytes = setup.launch.dynamicSharedBytes ?? 0;
    this.sharedBaseBytes = setup.sharedBaseBytes;
    this.isOverlapping = setup.launch.programmaticStreamSerialization ?? false;
    this.sharedBytes = setup.program.dynamicSharedOffset + this.dynamicSharedBytes;
    this.toolkitOffset = roundUp(this.sharedBytes, TOOLKIT_ALIGN_BYTES);
    this.reconvergence = setup.reconvergence;
    this.undefinedWords = setup.options.undefinedWords ?? { inMemory: 0, inRegisters: 0 };
    this.log = new FaultLog(setup.options.faults === 'all');
    this.ctas = setup.ctas;
    this.firstStart = new Int32Array(setup.program.operations.length);
    this.lastStart = new Int32Array(setup.program.operations.length).fill(-1);
    this.counts = setup.options.profile ? new ExecutionCounts(setup.program.operations.length) : null;
    this.warpsPerCta = Math.ceil((this.block[0] * this.block[1] * this.block[2]) / 32);
    this.rounds = new Rounds(this, setup);
  }
}
