/**
 * Finds whether a launch's outputs depend on the order in which its warps and CTAs run. The launch is repeated,
 * unchecked, in random orders, and its outputs are compared with those of the usual order. Equal outputs prove nothing;
 * a difference proves a race, or atomics whose order the outputs show, such as sums of floats. An order with a
 * difference runs once more with the checkers: a lock that lacks a fence on one side is a race only if that side comes
 * second.
 */
import { assert } from '../../base/assert.ts';
import { ok, type Result } from '../../base/result.ts';
import { ELEMENT_BYTES, type Launch } from '../../trace/launch.ts';
import type { EmulationOptions, LaunchError } from '../emulation.ts';
import type { Instruction } from '../parse/ast.ts';
import { GridEmulation } from './grid-emulation.ts';
import type { LoadedModule } from './loaded-module.ts';
import { prepare } from './prepare.ts';

/** The first order that ended otherwise. */
export interface ScheduleDifference {
  /** Counted from 1: the `schedule` to run it again with. */
  readonly schedule: number;
  /** First element that differs, or the fault in which this order ended. */
  readonly what:
    | { readonly kind: 'element'; readonly buffer: string; readonly index: number; readonly bytes: Uint8Array }
    | { readonly kind: 'fault'; readonly message: string };
  /** The first fault, or race that is a hazard, which the checkers find in this order; null if they find nothing, or not in `MOST_CHECKED_INSTRUCTIONS`. */
  readonly found: string | null;
  /** Whether the module has atomics or reductions, which may take turns in another order without a race. */
  readonly takesTurns: boolean;
}

export interface ScheduleTrials {
  /** Runs about so many warp instructions; true once a difference is found or all orders have run. */
  run(warpInstructions: number): boolean;
  /** Other orders that have run to their end. */
  readonly tried: number;
  readonly difference: ScheduleDifference | null;
  /** Outputs in the usual order, with which the others are compared; null before its end, and where it ended in a fault. */
  readonly usual: ReadonlyMap<string, Uint8Array> | null;
  /** The fault in which the usual order ended: then no other was tried. */
  readonly usualFault: string | null;
}

/** The order that differs is checked so far, in warp instructions. */
const MOST_CHECKED_INSTRUCTIONS = 20_000_000;

/** Runs are unchecked: the usual order, then `count` others. Only the one that differs is checked, in a run of its own. */
export function startSchedules(
  loaded: LoadedModule,
  launch: Launch,
  { observe: _, profile: __, ...options }: EmulationOptions,
  count: number,
): Result<ScheduleTrials, LaunchError> {
  const start = (schedule?: number, check = false): Result<GridEmulation, LaunchError> => {
    const chosen = schedule === undefined ? {} : { schedule };
    const prepared = prepare(loaded, launch, { ...options, check, faults: 'first', ...chosen });
    if (!prepared.ok) return prepared;
    const { grid, device } = prepared.value;
    return ok(new GridEmulation(grid, () => device.contents(), null, null));
  };
  const usual = start();
  const takesTurns = loaded.module.functions.some(({ instructions }) => instructions.some(isTurn));
  return usual.ok ? ok(new Trials(usual.value, start, launch, count, takesTurns)) : usual;
}

const isTurn = ({ opcode, modifiers }: Instruction): boolean =>
  opcode === 'atom' || opcode === 'red' || modifiers.includes('reduce');

class Trials implements ScheduleTrials {
  tried = 0;
  difference: ScheduleDifference | null = null;
  usual: ReadonlyMap<string, Uint8Array> | null = null;
  usualFault: string | null = null;
  #emulation: GridEmulation;
  readonly #start: (schedule: number, check?: boolean) => Result<GridEmulation, LaunchError>;
  readonly #launch: Launch;
  readonly #count: number;
  readonly #takesTurns: boolean;

  constructor(
    usual: GridEmulation,
    start: (schedule: number, check?: boolean) => Result<GridEmulation, LaunchError>,
    launch: Launch,
    count: number,
    takesTurns: boolean,
  ) {
    this.#emulation = usual;
    this.#start = start;
    this.#launch = launch;
    this.#count = count;
    this.#takesTurns = takesTurns;
  }

  run(warpInstructions: number): boolean {
    if (this.#isOver) return true;
    if (!this.#emulation.run(warpInstructions).done) return false;
    const { faults, buffers } = this.#emulation.result();
    const fault = faults.length > 0 ? faults[0].message : null;
    if (this.usual !== null) this.#compare(fault, buffers, this.usual);
    else if (fault === null) this.usual = copied(buffers);
    else this.usualFault = fault;
    if (!this.#isOver) this.#next();
    return this.#isOver;
  }

  get #isOver(): boolean {
    return this.difference !== null || this.usualFault !== null || this.tried === this.#count;
  }

  #next(): void {
    this.#emulation = this.#again(this.tried + 1, false);
  }

  #again(schedule: number, check: boolean): GridEmulation {
    const again = this.#start(schedule, check);
    assert(again.ok, 'what could be prepared once can be prepared again');
    return again.value;
  }

  #compare(fault: string | null, buffers: Buffers, usual: Buffers): void {
    this.tried++;
    const what =
      fault === null ? firstDifference(this.#launch, buffers, usual) : ({ kind: 'fault', message: fault } as const);
    if (what === null) return;
    const found = this.#found(this.tried);
    this.difference = { schedule: this.tried, what, found, takesTurns: this.#takesTurns };
  }

  #found(schedule: number): string | null {
    const checked = this.#again(schedule, true);
    checked.run(MOST_CHECKED_INSTRUCTIONS);
    const { faults, hazards } = checked.result();
    return [...faults, ...hazards.filter(({ kind }) => kind === 'race')].at(0)?.message ?? null;
  }
}

type Buffers = ReadonlyMap<string, Uint8Array>;

/** Apart from the device memory that the next run fills anew. */
const copied = (buffers: Buffers): Buffers => new Map([...buffers].map(([name, bytes]) => [name, bytes.slice()]));

/**
 * First difference of the outputs. If a launch names no output, all buffers count: even a queue or a workspace may then
 * differ in each order.
 */
function firstDifference(launch: Launch, buffers: Buffers, usual: Buffers): ScheduleDifference['what'] | null {
  const outputs = launch.buffers.filter(({ output }) => output);
  for (const { name, type } of outputs.length > 0 ? outputs : launch.buffers) {
    const [bytes, others] = [buffers.get(name)!, usual.get(name)!];
    const at = bytes.findIndex((byte, i) => byte !== others[i]);
    if (at >= 0) return { kind: 'element', buffer: name, index: Math.floor(at / ELEMENT_BYTES[type]), bytes };
  }
  return null;
}
