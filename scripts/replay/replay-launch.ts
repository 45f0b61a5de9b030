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
  /** Name of the entry in the module; the only one when absent. */
  readonly launch: Launch;
  /** The instruction under test, where the launch tests one. */
  readonly instruction: InstructionCase | null;
  /** Outputs that are alike on every machine; all of them when absent. */
  readonly compared?: readonly string[];
}

/** One module for all instruction forms that are wanted: an architecture does not have all. */
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

/** The instruction, and its number among those of that name: some are looked at in several ranges of operands. */
export function formId(item: InstructionCase): string {
  const named = ALL_CASES.filter(({ ptx, suffix }) => ptx === item.ptx && suffix === item.suffix);
  const number = named.indexOf(item) + 1;
  return `${item.ptx}${item.suffix ?? ''}${number > 1 ? ` #${number}` : ''}`;
}

/** Of a job: the ids of its launches in their order, as JSON. */
export const launchedFile = (job: string): string => `${job}.launched.json`;

/** A right variant of a kernel in one of its cases. */
export interface ReplayedKernel {
  /** `transpose padded 64x64`. */
  readonly id: string;
  readonly kernel: Kernel;
  readonly variant: string;
  readonly params: Params;
}

/** Hopper's PTX of a kernel: what needs the chip's own features is compiled for it alone. */
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

/** In files of a job. `path`: of its PTX, below `public/ptx`. */
export const moduleName = (path: string): string => path.replace(/[^\w.-]/g, '-');

/** By the module that they share. */
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
