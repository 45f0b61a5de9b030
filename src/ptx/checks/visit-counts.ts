/** How often each warp has come to certain instructions: with that, what happened there is found again in another run of the launch. */
import type { Fault } from '../../trace/fault.ts';
import { changedProgram } from '../machine/changed-program.ts';
import { lineOf } from '../machine/fault-sites.ts';
import { placeOf } from '../machine/faults.ts';
import type { Operation, Run } from '../machine/operation.ts';
import type { Program } from '../machine/program.ts';
import type { Warp } from '../machine/warp.ts';
import type { Module } from '../parse/ast.ts';

export type Race = Fault & { readonly kind: 'race' };

/** Instructions at the lines of the races. */
export function operationsOf(races: readonly Race[], { operations }: Program, files: Module['files']): Set<number> {
  const lines = new Set(races.flatMap(({ place, other }) => [lineOf(place), lineOf(other.place)]));
  return new Set(operations.filter(operation => lines.has(lineOf(placeOf(files, operation)))).map(({ pc }) => pc));
}

/** Number of the warp in the grid. */
export const numberOf = ({ cta, index }: Warp): number => cta.number * cta.grid.warpsPerCta + index;

export class VisitCounts {
  /** Visits of each warp, by instruction. */
  #visits = new Map<number, Map<number, number>>();

  /** The program, for a new run, with the visits of such instructions counted; `around`: what carries them out from what did. */
  counting(program: Program, isCounted: (operation: Operation) => boolean, around = (run: Run): Run => run): Program {
    this.#visits = new Map();
    return changedProgram(program, operation => {
      if (!isCounted(operation)) return null;
      const visits = new Map<number, number>();
      this.#visits.set(operation.pc, visits);
      const run = around(operation.run);
      return (warp, o, mask) => {
        visits.set(numberOf(warp), (visits.get(numberOf(warp)) ?? -1) + 1);
        return run(warp, o, mask);
      };
    });
  }

  /** Number of visits of the instruction at which the warp is, counted from 0. */
  of(pc: number, warp: Warp): number {
    return this.#visits.get(pc)?.get(numberOf(warp)) ?? 0;
  }
}
