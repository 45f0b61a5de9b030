/**
 * Whether advice helps: the launch again with the advised barrier or fence in the program. Only what makes the finding go, and brings
 * neither a deadlock nor anything else but what the race had hidden, is said to help.
 */
import type { Emulation, EmulationOptions } from '../../ptx/emulation.ts';
import { startEmulation } from '../../ptx/index.ts';
import { mistakeOf } from '../../ptx/machine/fault-sites.ts';
import type { Module } from '../../ptx/parse/ast.ts';
import { withInserted } from '../../ptx/parse/inserted.ts';
import type { Fault, Hazard } from '../../trace/fault.ts';
import type { Launch } from '../../trace/launch.ts';
import { type AdvicePlace, functionAt, placesFor } from './places.ts';
import { type AddedRemedy, accessesOf, remediesOf, type TryableFault } from './remedies.ts';

/** Faults and hazards of a run, and its length. */
export interface AdvisedRun {
  readonly faults: readonly Fault[];
  readonly hazards: readonly Hazard[];
  readonly warpInstructions: number;
}

export interface Trial {
  readonly remedy: AddedRemedy;
  readonly place: AdvicePlace;
  /** `hidden`: other races, which are named only then. `instead`: what comes in the finding's place. */
  readonly outcome:
    | { readonly kind: 'helps'; readonly hidden: readonly Fault[] }
    | { readonly kind: 'stays' }
    | { readonly kind: 'instead'; readonly fault: Fault };
}

export interface TriedAdvice {
  readonly finding: TryableFault;
  /** The last one helps, if any does. */
  readonly trials: readonly Trial[];
  /** Whether some advice was not tried, because the launch is long or the time was over. */
  readonly isCut: boolean;
}

/** Warp instructions of all trials of one run: some seconds. */
const MOST_WARP_INSTRUCTIONS = 1e7;

/** A finding with what is still to be tried. */
interface Waiting {
  readonly finding: TryableFault;
  readonly candidates: Candidate[];
  readonly trials: Trial[];
}

export class AdviceTrials {
  readonly advice: TriedAdvice[] = [];
  /** Findings with something to try. */
  readonly count: number;
  readonly #launch: Launch;
  readonly #options: EmulationOptions;
  readonly #run: AdvisedRun;
  readonly #known: ReadonlySet<string>;
  readonly #waiting: Waiting[];
  #emulation: Emulation | null = null;
  #left = MOST_WARP_INSTRUCTIONS;

  constructor(module: Module, launch: Launch, options: EmulationOptions, run: AdvisedRun) {
    this.#launch = launch;
    const mostWarpInstructions = 2 * run.warpInstructions + 10_000;
    this.#options = { ...options, faults: 'all', maxWarpInstructions: mostWarpInstructions };
    this.#run = run;
    const found = [...run.faults, ...run.hazards];
    this.#known = new Set(found.map(mistakeOf));
    this.#waiting = found
      .filter(fault => fault.kind === 'race' || fault.kind === 'missingFence')
      .map(finding => ({ finding, candidates: candidatesOf(module, finding), trials: [] }))
      .filter(({ candidates }) => candidates.length > 0);
    this.count = this.#waiting.length;
  }

  /** Runs about so many warp instructions; true once all is tried. */
  run(warpInstructions: number): boolean {
    const current = this.#waiting[0];
    if (current === undefined) return true;
    if (this.#left < this.#run.warpInstructions) return this.#cut();
    this.#emulation ??= this.#start(current.candidates[0]);
    if (!this.#emulation.run(warpInstructions).done) return false;
    this.#ended(this.#emulation, current);
    return this.#waiting.length === 0;
  }

  #start({ module }: Candidate): Emulation {
    const started = startEmulation(module(), this.#launch, this.#options);
    if (!started.ok) throw new Error(`what ran once runs again: ${started.error.message}`);
    return started.value;
  }

  #ended(emulation: Emulation, current: Waiting): void {
    this.#emulation = null;
    const { finding, candidates, trials } = current;
    const { remedy, place } = candidates.shift()!;
    const result = emulation.result();
    this.#left -= result.warpInstructions;
    const outcome = this.#outcome(finding, [...result.faults, ...result.hazards]);
    trials.push({ remedy, place, outcome });
    if (outcome.kind !== 'helps' && candidates.length > 0) return;
    this.advice.push({ finding, trials, isCut: false });
    this.#waiting.shift();
  }

  #outcome(finding: TryableFault, found: readonly Fault[]): Trial['outcome'] {
    const fresh = found.filter(fault => !this.#known.has(mistakeOf(fault)));
    const worse = fresh.find(({ kind }) => kind !== 'race');
    if (worse) return { kind: 'instead', fault: worse };
    const site = mistakeOf(finding);
    return found.some(fault => mistakeOf(fault) === site) ? { kind: 'stays' } : { kind: 'helps', hidden: fresh };
  }

  /** Reports trials that were begun as far as they came. */
  #cut(): true {
    for (const { finding, trials } of this.#waiting) this.advice.push({ finding, trials, isCut: true });
    this.#waiting.length = 0;
    this.#emulation = null;
    return true;
  }

  /** Ends it before all is tried. */
  stop(): void {
    this.#cut();
  }
}

interface Candidate {
  readonly remedy: AddedRemedy;
  readonly place: AdvicePlace;
  readonly module: () => Module;
}

function candidatesOf(module: Module, finding: TryableFault): Candidate[] {
  const fn = functionAt(module, finding.place);
  if (fn === null) return [];
  return remediesOf(finding, fn).flatMap(remedy =>
    placesFor(remedy.at, module, accessesOf(finding)).map(place => ({
      remedy,
      place,
      module: () => withInserted(module, place.points, remedy.instructions),
    })),
  );
}
