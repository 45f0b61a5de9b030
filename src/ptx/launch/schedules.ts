/**
 * Whether a launch's outputs depend on the order in which its warps and CTAs run: the launch again and again, unchecked, in orders
 * drawn by lot, against the outputs of a first run. That no order differs proves nothing; one that differs proves a race, or sums of
 * floats that atomics add up in another order.
 */
import { assert } from '../../base/assert.ts';
import { ok, type Result } from '../../base/result.ts';
import { ELEMENT_BYTES, type Launch } from '../../trace/launch.ts';
import type { EmulationOptions, LaunchError } from '../emulation.ts';
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
}

export interface ScheduleTrials {
  /** Runs about so many warp instructions; true once a difference is found or all orders have run. */
  run(warpInstructions: number): boolean;
  /** Orders that have run to their end. */
  readonly tried: number;
  readonly difference: ScheduleDifference | null;
}

/** `expected`: the outputs of a run that came to its end. */
export function startSchedules(
  loaded: LoadedModule,
  launch: Launch,
  { observe: _, profile: __, ...options }: EmulationOptions,
  count: number,
  expected: ReadonlyMap<string, Uint8Array>,
): Result<ScheduleTrials, LaunchError> {
  const start = (schedule: number): Result<GridEmulation, LaunchError> => {
    const prepared = prepare(loaded, launch, { ...options, check: false, faults: 'first', schedule });
    if (!prepared.ok) return prepared;
    const { grid, device } = prepared.value;
    return ok(new GridEmulation(grid, () => device.contents(), null));
  };
  const first = start(1);
  return first.ok ? ok(new Trials(first.value, start, launch, count, expected)) : first;
}

class Trials implements ScheduleTrials {
  tried = 0;
  difference: ScheduleDifference | null = null;
  #emulation: GridEmulation;
  readonly #start: (schedule: number) => Result<GridEmulation, LaunchError>;
  readonly #launch: Launch;
  readonly #count: number;
  readonly #expected: ReadonlyMap<string, Uint8Array>;

  constructor(
    first: GridEmulation,
    start: (schedule: number) => Result<GridEmulation, LaunchError>,
    launch: Launch,
    count: number,
    expected: ReadonlyMap<string, Uint8Array>,
  ) {
    this.#emulation = first;
    this.#start = start;
    this.#launch = launch;
    this.#count = count;
    this.#expected = expected;
  }

  run(warpInstructions: number): boolean {
    if (this.#isOver) return true;
    if (!this.#emulation.run(warpInstructions).done) return false;
    this.tried++;
    const { faults, buffers } = this.#emulation.result();
    const what =
      faults.length > 0 ? ({ kind: 'fault', message: faults[0].message } as const) : this.#firstDifference(buffers);
    if (what !== null) this.difference = { schedule: this.tried, what };
    else if (this.tried < this.#count) {
      const next = this.#start(this.tried + 1);
      assert(next.ok, 'what could be prepared once can be prepared again');
      this.#emulation = next.value;
    }
    return this.#isOver;
  }

  get #isOver(): boolean {
    return this.difference !== null || this.tried === this.#count;
  }

  #firstDifference(buffers: ReadonlyMap<string, Uint8Array>): ScheduleDifference['what'] | null {
    for (const { name, type } of this.#launch.buffers) {
      const [bytes, others] = [buffers.get(name)!, this.#expected.get(name)!];
      const at = bytes.findIndex((byte, i) => byte !== others[i]);
      if (at >= 0) return { kind: 'element', buffer: name, index: Math.floor(at / ELEMENT_BYTES[type]), bytes };
    }
    return null;
  }
}
