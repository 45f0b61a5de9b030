/**
 * Whether advice helps: the launch again with the advised barrier or fence in the program. Only what makes the finding go, and brings
 * neither a deadlock nor anything else but what the race had hidden, is said to help.
 */
import type { Emulation, EmulationOptions } from '../../ptx/emulation.ts';
import { startEmulation } from '../../ptx/index.ts';
import { lineOf, mistakeOf } from '../../ptx/machine/fault-sites.ts';
import type { Module } from '../../ptx/parse/ast.ts';
import { type AddedInstruction, withInserted } from '../../ptx/parse/inserted.ts';
import type { Fault, Hazard } from '../../trace/fault.ts';
import type { Launch } from '../../trace/launch.ts';
import { type AdvicePlace, functionAt, placesFor, placesForAll } from './places.ts';
import { type AddedRemedy, accessesOf, OF_CTA, remediesOf, type TryableFault } from './remedies.ts';

/** Faults and hazards of a run, and its length. */
export interface AdvisedRun {
  readonly faults: readonly Fault[];
  readonly hazards: readonly Hazard[];
  readonly warpInstructions: number;
}

export interface Trial {
  readonly remedy: AddedRemedy;
  readonly place: AdvicePlace;
  /**
   * `hidden`: other races, which are named only then. `others`: findings that go with it, where it was tried for several.
   * `instead`: what comes in the finding's place.
   */
  readonly outcome:
    | { readonly kind: 'helps'; readonly hidden: readonly Fault[]; readonly others: number }
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
/** What starting one takes, as instructions. */
const LEAST_OF_TRIAL = 50_000;

/** A finding with what is still to be tried; several findings where one barrier may mend them. */
interface Waiting {
  readonly findings: readonly TryableFault[];
  readonly candidates: Candidate[];
  readonly trials: Trial[];
}

export class AdviceTrials {
  readonly advice: TriedAdvice[] = [];
  /** Findings with something to try. */
  readonly count: number;
  readonly #module: Module;
  readonly #launch: Launch;
  #options: EmulationOptions;
  #run: AdvisedRun;
  #known: ReadonlySet<string>;
  readonly #waiting: Waiting[];
  /** Whether `#run` tells how long the launch is and what else is wrong in it: one that ended at its first fault does not. */
  #isWhole: boolean;
  #emulation: Emulation | null = null;
  /** Whether the launch itself is over, and what is found in it was looked at. */
  #isJudged = false;
  #left = MOST_WARP_INSTRUCTIONS;

  /** `options`: those of the run. */
  constructor(module: Module, launch: Launch, options: EmulationOptions, run: AdvisedRun) {
    this.#module = module;
    this.#launch = launch;
    this.#isWhole = options.faults !== 'first' || run.faults.length === 0;
    this.#options = { ...options, faults: 'all', maxWarpInstructions: MOST_WARP_INSTRUCTIONS };
    this.#run = run;
    this.#known = new Set();
    if (this.#isWhole) this.#measure(run);
    const found = [...run.faults, ...run.hazards];
    const single = found
      .filter(fault => fault.kind === 'race' || fault.kind === 'missingFence')
      .map(finding => ({ findings: [finding], candidates: candidatesOf(module, finding), trials: [] }));
    const joint = togetherMended(run.faults).map(races => ({
      findings: races,
      candidates: jointCandidates(module, races),
      trials: [],
    }));
    this.#waiting = [...joint, ...single].filter(({ candidates }) => candidates.length > 0);
    this.count = this.#waiting.filter(isSingle).length;
  }

  /** Runs about so many warp instructions; true once all is tried. */
  run(warpInstructions: number): boolean {
    const current = this.#waiting[0];
    if (current === undefined) return true;
    if (!this.#isWhole) return this.#runWhole(warpInstructions);
    if (this.#left < this.#run.warpInstructions) return this.#cut();
    this.#emulation ??= this.#start(current.candidates[0].module());
    const { done, ctasDone, ctasTotal } = this.#emulation.run(warpInstructions);
    // What is found in the launch itself stays found, whatever its repetitions say.
    const stays = !done && ctasDone === ctasTotal && !this.#isJudged && this.#staysIn(this.#emulation, current);
    this.#isJudged = !done && ctasDone === ctasTotal;
    if (!done && !stays) return false;
    this.#ended(this.#emulation, current, stays);
    return this.#waiting.length === 0;
  }

  #staysIn(emulation: Emulation, { findings }: Waiting): boolean {
    const { faults, hazards } = emulation.result();
    const sites = new Set([...faults, ...hazards].map(mistakeOf));
    return findings.some(finding => sites.has(mistakeOf(finding)));
  }

  /** The launch as it is, to its end. */
  #runWhole(warpInstructions: number): boolean {
    this.#emulation ??= this.#start(this.#module);
    if (!this.#emulation.run(warpInstructions).done) return false;
    const result = this.#emulation.result();
    this.#emulation = null;
    this.#left -= result.warpInstructions;
    if (result.faults.some(({ kind }) => kind === 'limit')) return this.#cut();
    this.#isWhole = true;
    this.#measure(result);
    return false;
  }

  #measure(run: AdvisedRun): void {
    this.#run = run;
    this.#known = new Set([...run.faults, ...run.hazards].map(mistakeOf));
    this.#options = { ...this.#options, maxWarpInstructions: 2 * run.warpInstructions + 10_000 };
  }

  #start(module: Module): Emulation {
    const started = startEmulation(module, this.#launch, this.#options);
    if (!started.ok) throw new Error(`what ran once runs again: ${started.error.message}`);
    return started.value;
  }

  #ended(emulation: Emulation, current: Waiting, stays: boolean): void {
    this.#emulation = null;
    this.#isJudged = false;
    const { findings, candidates, trials } = current;
    const { remedy, place } = candidates.shift()!;
    const result = emulation.result();
    this.#left -= Math.max(LEAST_OF_TRIAL, result.warpInstructions);
    const found = [...result.faults, ...result.hazards];
    if (!isSingle(current)) {
      this.#endedJointly(current, { remedy, place }, stays ? null : found);
      return;
    }
    const [finding] = findings;
    const outcome: Trial['outcome'] = stays ? { kind: 'stays' } : this.#outcome(finding, found);
    trials.push({ remedy, place, outcome });
    // Where one of all threads leaves the finding, one of some threads does, too.
    if (outcome.kind === 'stays' && remedy.name === OF_CTA)
      drop(candidates, at => isBarrier(at) && isSamePlace(at.place, place));
    if (outcome.kind !== 'helps' && candidates.length > 0) return;
    this.advice.push({ finding, trials, isCut: false });
    this.#waiting.shift();
  }

  /** Findings that go together are done; the others are tried one by one. `found`: null where one of them stays. */
  #endedJointly(
    { findings, candidates }: Waiting,
    trial: Omit<Trial, 'outcome'>,
    found: readonly Fault[] | null,
  ): void {
    const mended = findings.flatMap(finding => {
      if (found === null) return [];
      const outcome = this.#outcome(finding, found);
      return outcome.kind === 'helps' ? [{ finding, outcome }] : [];
    });
    if (mended.length < findings.length && candidates.length > 0) return;
    this.#waiting.shift();
    if (mended.length < findings.length) return;
    for (const { finding, outcome } of mended) {
      this.advice.push({
        finding,
        trials: [{ ...trial, outcome: { ...outcome, others: mended.length - 1 } }],
        isCut: false,
      });
      const index = this.#waiting.findIndex(one => isSingle(one) && one.findings[0] === finding);
      if (index >= 0) this.#waiting.splice(index, 1);
    }
  }

  #outcome(finding: TryableFault, found: readonly Fault[]): Trial['outcome'] {
    const fresh = found.filter(fault => !this.#known.has(mistakeOf(fault)));
    const worse = fresh.find(({ kind }) => kind !== 'race');
    if (worse) return { kind: 'instead', fault: worse };
    const site = mistakeOf(finding);
    return found.some(fault => mistakeOf(fault) === site)
      ? { kind: 'stays' }
      : { kind: 'helps', hidden: fresh, others: 0 };
  }

  /** Reports trials that were begun as far as they came. */
  #cut(): true {
    for (const { findings, trials } of this.#waiting.filter(isSingle)) {
      this.advice.push({ finding: findings[0], trials, isCut: true });
    }
    this.#waiting.length = 0;
    this.#emulation = null;
    return true;
  }

  /** Ends it before all is tried. */
  stop(): void {
    this.#cut();
  }
}

function drop<T>(list: T[], isDropped: (one: T) => boolean): void {
  list.splice(0, list.length, ...list.filter(one => !isDropped(one)));
}

const isBarrier = ({ remedy: { at } }: Candidate): boolean => at === 'between';
const isSamePlace = (a: AdvicePlace, b: AdvicePlace): boolean =>
  a.points.length === b.points.length &&
  a.points.every(({ fn, index }, i) => b.points[i].fn === fn && b.points[i].index === index);

const isSingle = ({ findings }: Waiting): boolean => findings.length === 1;

interface Candidate {
  readonly remedy: AddedRemedy;
  readonly place: AdvicePlace;
  readonly module: () => Module;
}

function candidatesOf(module: Module, finding: TryableFault): Candidate[] {
  const fn = functionAt(module, finding.place);
  if (fn === null) return [];
  return remediesOf(finding, fn).flatMap(remedy =>
    placesFor(remedy.at, module, accessesOf(finding)).map(place => candidate(module, remedy, place)),
  );
}

function jointCandidates(module: Module, races: readonly Race[]): Candidate[] {
  const widest = races.find(({ between }) => between === 'warps') ?? races[0];
  const fn = functionAt(module, widest.place);
  if (fn === null) return [];
  const places = placesForAll(module, races.map(accessesOf));
  return remediesOf(widest, fn)
    .filter(({ at }) => at === 'between')
    .flatMap(remedy => places.map(place => candidate(module, remedy, place)));
}

type Race = Fault & { readonly kind: 'race' };

/** Races within CTAs that have lines in common; a group of one is left out. */
function togetherMended(faults: readonly Fault[]): Race[][] {
  const groups: { readonly lines: Set<string>; readonly races: Race[] }[] = [];
  for (const race of faults) {
    if (race.kind !== 'race' || race.between === 'ctas' || race.vainWait || race.remedy) continue;
    const lines = [race.place, race.other.place].map(lineOf);
    const [group, ...more] = groups.filter(one => lines.some(line => one.lines.has(line)));
    if (group === undefined) groups.push({ lines: new Set(lines), races: [race] });
    else for (const one of [{ lines, races: [race] }, ...more]) merge(group, one);
    for (const one of more) groups.splice(groups.indexOf(one), 1);
  }
  return groups.map(({ races }) => races).filter(({ length }) => length > 1);
}

function merge(
  group: { readonly lines: Set<string>; readonly races: Race[] },
  { lines, races }: { readonly lines: Iterable<string>; readonly races: readonly Race[] },
): void {
  for (const line of lines) group.lines.add(line);
  group.races.push(...races);
}

const candidate = (module: Module, remedy: AddedRemedy, place: AdvicePlace): Candidate => ({
  remedy,
  place,
  module: () => withRemedy(module, remedy, place),
});

const withRemedy = (module: Module, { instructions }: AddedRemedy, { points, isApart }: AdvicePlace): Module =>
  withInserted(module, points, isApart ? instructions.map(unaligned) : instructions);

/** Lanes of a warp that come to different points of a cut meet all the same. */
function unaligned(instruction: AddedInstruction): AddedInstruction {
  if (instruction.opcode === 'bar' && instruction.modifiers.includes('warp')) return instruction;
  return {
    ...instruction,
    opcode: instruction.opcode === 'bar' ? 'barrier' : instruction.opcode,
    modifiers: instruction.modifiers.filter(modifier => modifier !== 'aligned'),
  };
}
