/** Every case of every kernel, as a launch that notes its addresses of shared memory and its contents. */
import type { Instruction, Module } from '../../../src/ptx/parse/ast.ts';
import type { Launch } from '../../../src/trace/launch.ts';
import { kernelReplays, type ReplayedKernel, type ReplayLaunch, type ReplayModule } from '../replay-launch.ts';
import { emulatedNotes, type Traced, tracedNotes } from './emulated-notes.ts';
import { withoutMbarriers } from './note-text.ts';
import { type CtaNotes, notesIn, notingLaunch } from './noting-launch.ts';
import { moduleOf, notingPtx } from './noting-ptx.ts';

export class NotingReplay {
  readonly id: string;
  readonly traced: Traced;
  readonly replay: ReplayLaunch;
  readonly instructions: readonly Instruction[];
  readonly #launch: Launch;
  readonly #noting: Module;

  constructor(plain: Module, noting: Module, replay: ReplayLaunch) {
    this.id = replay.id;
    this.#launch = replay.launch;
    this.#noting = noting;
    this.traced = tracedNotes(plain, replay.launch);
    this.replay = { ...replay, launch: notingLaunch(replay.launch, this.traced.shape) };
    this.instructions = plain.functions.find(({ kind }) => kind === 'entry')!.instructions;
  }

  emulated(): readonly CtaNotes[] {
    return withoutMbarriers(emulatedNotes(this.#noting, this.#launch, this.traced.shape), this.instructions);
  }

  /** @param contents outputs of a GPU by name. */
  seen(contents: ReadonlyMap<string, Uint8Array>): readonly CtaNotes[] {
    return withoutMbarriers(notesIn(contents, this.traced.shape), this.instructions);
  }
}

export interface NotingModule extends ReplayModule {
  readonly notings: readonly NotingReplay[];
}

/** Grouped by the module that they share. */
export const notingReplays = (runs?: readonly ReplayedKernel[]): readonly NotingModule[] =>
  kernelReplays(runs).map(({ name, ptx: plainPtx, launches }) => {
    const ptx = notingPtx(plainPtx);
    const [plain, noting] = [moduleOf(plainPtx), moduleOf(ptx)];
    const notings = launches.map(launch => new NotingReplay(plain, noting, launch));
    return { name: `noting-${name}`, ptx, notings, launches: notings.map(({ replay }) => replay) };
  });
