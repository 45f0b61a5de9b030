/** A launch to run on both machines, the emulator and a GPU, from the same PTX and the same bytes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalog } from '../../src/kernels/catalog.ts';
import type { Kernel, Params } from '../../src/kernels/kernel.ts';
import { casesOn } from '../../src/kernels/verify.ts';
import { ALL_CASES } from '../../src/ptx/isa/reference/all-cases.ts';
import type { InstructionCase } from '../../src/ptx/isa/reference/instruction-case.ts';
import type { Launch } from '../../src/trace/launch.ts';
import { projectRoot } from '../tree.ts';
import { instructionLaunch, instructionModule } from './instruction-launches.ts';

export interface ReplayModule {
  readonly name: string;
  readonly ptx: string;
  readonly launches: readonly ReplayLaunch[];
}

export interface ReplayLaunch {
  /** `add.s32`, `transpose padded 64x64`. */
  readonly id: string;
  /** Name of the entry in the module; by default the only one. */
  readonly launch: Launch;
  /** The instruction under test, or null. */
  readonly instruction: InstructionCase | null;
  /** Outputs that are the same on every machine; all of them by default. */
  readonly compared?: readonly string[];
}

/** One module for all wanted instruction forms, since no architecture has all of them. */
export function instructionReplay(isWanted: (item: InstructionCase) => boolean): ReplayModule {
  const there = ALL_CASES.filter(isWanted).map((item, i) => ({ item, entry: `form_${i}` }));
  return {
    name: 'instructions',
    ptx: instructionModule(there),
    launches: there.map(({ item, entry }) => ({
      id: formId(item),
      launch: { ...instructionLaunch(item), entry },
      instruction: item,
    })),
  };
}

/** The instruction's name, with its number among forms of that name: some are tested in several ranges of operands. */
export function formId(item: InstructionCase): string {
  const named = ALL_CASES.filter(({ ptx, suffix }) => ptx === item.ptx && suffix === item.suffix);
  const number = named.indexOf(item) + 1;
  return `${item.ptx}${item.suffix ?? ''}${number > 1 ? ` #${number}` : ''}`;
}

/** The file of a job that lists the ids of its launches in order, as JSON. */
export const launchedFile = (job: string): string => `${job}.launched.json`;

/** A right variant of a kernel in one of its cases. */
export interface ReplayedKernel {
  /** `transpose padded 64x64`. */
  readonly id: string;
  readonly kernel: Kernel;
  readonly variant: string;
  readonly params: Params;
}

/** The architecture of a kernel's PTX for Hopper; kernels that need the chip's own features are compiled for it alone. */
export const hopperArch = ({ archs }: Kernel): string => (archs.includes('sm_90a') ? 'sm_90a' : 'sm_90');

/** Every right variant of every kernel, in each case that a Hopper GPU can run. */
export const kernelRuns = (): ReplayedKernel[] =>
  [...catalog.values()].flatMap(kernel =>
    kernel.variants
      .filter(({ mustFail }) => mustFail === undefined)
      .flatMap(({ id: variant }) =>
        casesOn(kernel, variant, hopperArch(kernel)).map(({ id, params }) => ({
          id: `${kernel.id} ${variant} ${id}`,
          kernel,
          variant,
          params,
        })),
      ),
  );

/** Whether each CTA does the same in every run: where a counter in memory gives out tiles, each gets what it asks for first. */
export const isRepeatable = ({ kernel, variant, params }: ReplayedKernel): boolean => {
  const { buffers, grid } = kernel.launch(variant, params);
  return grid[0] * grid[1] * grid[2] === 1 || !buffers.some(({ name }) => TILE_COUNTERS.includes(name));
};

const TILE_COUNTERS = ['counter', 'left'];

/** The name of a module in the files of a job. @param path that of its PTX, below `public/ptx`. */
export const moduleName = (path: string): string => path.replace(/[^\w.-]/g, '-');

/** Grouped by the module that they share. */
export function kernelReplays(runs: readonly ReplayedKernel[] = kernelRuns()): ReplayModule[] {
  const modules = new Map<string, ReplayLaunch[]>();
  for (const { id, kernel, variant, params } of runs) {
    const path = kernel.ptxPath(variant, params, hopperArch(kernel));
    const launches = modules.get(path) ?? [];
    modules.set(path, launches);
    const compared = [...kernel.reference(variant, params).keys()];
    launches.push({ id, launch: kernel.launch(variant, params), instruction: null, compared });
  }
  return [...modules].map(([path, launches]) => ({
    name: moduleName(path),
    ptx: readFileSync(join(projectRoot, 'public/ptx', path), 'utf8'),
    launches,
  }));
}
