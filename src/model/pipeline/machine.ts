/** The state of an SM while a scenario runs on it: barriers, units, registers, waiting roles, and the next events. */
import type { Scenario } from '../../trace/scenario.ts';
import { EventQueue } from './event-queue.ts';
import { MbarrierModel } from './mbarrier.ts';
import { NamedBarrier } from './named-barrier.ts';
import type { PipelineFault, Unit } from './pipeline-run.ts';
import { PipelineRecorder } from './recorder.ts';
import { RoleState, type Waiting } from './role-state.ts';
import { ServingUnit } from './serving-unit.ts';
import { SharedMemory } from './shared-memory.ts';
import { SharedUnit } from './shared-unit.ts';
import { type StageKnowledge, StageOrder } from './stage-order.ts';
import { threadsOf } from './steps.ts';

/** An mbarrier, with what its arrivals of the current phase and of earlier phases make known. */
export interface BarrierCell {
  readonly name: string;
  readonly state: MbarrierModel;
  readonly gathering: StageKnowledge;
  passed: StageKnowledge;
}

export class PipelineMachine {
  now = 0;
  readonly scenario: Scenario;
  readonly roles: readonly RoleState[];
  readonly order: StageOrder;
  readonly recorder = new PipelineRecorder();
  /**
   * What roles have together: shared memory, and schedulers, whose time exponentials and other instructions take alike. Null where
   * each unit serves one request after the other.
   */
  readonly shared: { readonly memory: SharedMemory; readonly schedulers: SharedUnit } | null;
  readonly units: Readonly<Record<Unit, ServingUnit>>;
  readonly #queue = new EventQueue();
  readonly #mbarriers: ReadonlyMap<string, readonly BarrierCell[]>;
  readonly #named = new Map<number, NamedBarrier>();
  freeRegisters: number;
  readonly #resume: (role: RoleState) => void;

  constructor(scenario: Scenario, resume: (machine: PipelineMachine, role: RoleState) => void) {
    this.scenario = scenario;
    const { sharesUnits = false } = scenario.resources;
    this.shared = sharesUnits ? { memory: new SharedMemory(), schedulers: new SharedUnit() } : null;
    const { copy, tensor } = this.shared?.memory ?? { copy: new ServingUnit(), tensor: new ServingUnit() };
    this.units = { copy, tensor, exp: new ServingUnit(), issue: new ServingUnit() };
    this.#resume = role => resume(this, role);
    this.roles = scenario.roles.map((role, number) => new RoleState(role, number));
    this.order = new StageOrder(
      scenario.roles.map(({ name }) => name),
      scenario.buffers,
    );
    const taken = scenario.roles.reduce((sum, role) => sum + threadsOf(role) * (role.registers ?? 0), 0);
    this.freeRegisters = scenario.resources.registers - taken;
    this.#mbarriers = new Map(
      scenario.barriers.map(({ name, stages, count }) => [
        name,
        Array.from({ length: stages }, (_, stage) => this.#newCell(`${name}[${stage}]`, count)),
      ]),
    );
  }

  #newCell(name: string, count: number): BarrierCell {
    const state = new MbarrierModel(count);
    this.recorder.barrier(0, name, state);
    return { name, state, gathering: this.order.newKnowledge(), passed: this.order.newKnowledge() };
  }

  /** Plays until no event is left. */
  play(): void {
    for (const role of this.roles) this.at(0, () => this.#resume(role));
    for (let event = this.#queue.take(); event !== undefined; event = this.#queue.take()) {
      this.now = event.at;
      event.happen();
    }
    // Products and stores that no role waits for still take time.
    this.now = Math.max(this.now, ...Object.values(this.units).map(({ freeAt }) => freeAt));
  }

  at(time: number, happen: () => void): void {
    this.#queue.add(time, happen);
  }

  mbarrier(name: string, stage: number): BarrierCell {
    return this.#mbarriers.get(name)![stage];
  }

  named(id: number): NamedBarrier {
    const barrier = this.#named.get(id) ?? new NamedBarrier(this.order.newKnowledge());
    this.#named.set(id, barrier);
    return barrier;
  }

  goOn(role: RoleState, time: number): void {
    this.at(time, () => this.#resume(role));
  }

  block(role: RoleState, waiting: Omit<Waiting, 'since'>): null {
    role.waiting = { ...waiting, since: this.now };
    return null;
  }

  /** @param cause the span whose end lets the role go on. */
  wake(role: RoleState, cause: number): void {
    this.closeWait(role, cause);
    role.waiting = null;
    role.cause = cause;
    this.goOn(role, this.now);
  }

  /** Records the wait of a role that goes on now, or that never will. */
  closeWait(role: RoleState, cause: number): void {
    const { since, barrier, parity, stage } = role.waiting!;
    const what = {
      ...(parity !== null && { barrier: { name: barrier, parity } }),
      ...(stage !== undefined && { stage }),
    };
    if (this.now > since) this.recorder.wait(role.name, { from: since, to: this.now }, cause, what);
  }

  /** Takes registers; a count below 0 gives them back. False if not enough are free. */
  takeRegisters(count: number, cause: number): boolean {
    if (count > this.freeRegisters) return false;
    this.freeRegisters -= count;
    for (const role of this.roles) {
      const needed = role.waiting?.registers;
      if (needed === undefined || needed > this.freeRegisters) continue;
      this.freeRegisters -= needed;
      this.wake(role, cause);
    }
    return true;
  }

  /** Reported once for each role and `what`. */
  fault(kind: PipelineFault['kind'], role: RoleState, what: string, message: string): void {
    this.recorder.fault(what, { kind, at: this.now, role: role.name, message });
  }
}
