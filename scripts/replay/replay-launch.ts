/** A launch to run on both machines, the emulator and a GPU, from the same PTX and the same bytes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalog } from '../../src/kernels/catalog.ts';
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
}

/** One module for all instruction forms that an architecture has; `refused` says which it has not. */
export function instructionReplay(accepted: (entry: string) => boolean): ReplayModule {
  const cases = ALL_CASES.map((item, i) => ({ item, entry: `form_${i}` }));
  const there = cases.filter(({ entry }) => accepted(entry));
  return {
    name: 'instructions',
    ptx: instructionModule(there),
    launches: there.map(({ item, entry }) => ({
      id: item.ptx + (item.suffix ?? ''),
      launch: { ...instructionLaunch(item), entry },
      instruction: item,
    })),
  };
}

/** Every right variant of every kernel, in each case that fits the architecture. */
export function kernelReplays(arch: string): ReplayModule[] {
  const modules = new Map<string, ReplayLaunch[]>();
  for (const kernel of catalog.values()) {
    for (const { id: variant, mustFail } of kernel.variants) {
      if (mustFail !== undefined) continue;
      for (const { id, params } of casesOn(kernel, arch)) {
        const path = kernel.ptxPath(variant, params, arch);
        const launches = modules.get(path) ?? [];
        modules.set(path, launches);
        launches.push({
          id: `${kernel.id} ${variant} ${id}`,
          launch: kernel.launch(variant, params),
          instruction: null,
        });
      }
    }
  }
  return [...modules].map(([path, launches]) => ({
    name: path.replace(/[^\w.-]/g, '-'),
    ptx: readFileSync(join(projectRoot, 'public/ptx', path), 'utf8'),
    launches,
  }));
}
