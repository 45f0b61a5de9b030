/**
 * Accesses beyond the shared variable whose address they were computed from. They stay inside shared memory, so that nothing stops
 * them there; but what lies behind a variable is the compiler's choice, and another variable's bytes. A write is a fault, a read one
 * where something depends on what it got: another run has gaps between the variables, which hold what nothing defines.
 */
import { lowestBit32 } from '../../base/bits.ts';
import { LANES } from '../../base/hardware.ts';
import type { Fault } from '../../trace/fault.ts';
import type { SharedVariable } from '../../trace/shared-use.ts';
import type { AccessForm } from '../machine/access-form.ts';
import { toldOf } from '../machine/faults.ts';
import type { Operation } from '../machine/operation.ts';
import type { Program } from '../machine/program.ts';
import { nameOfShared } from '../machine/shared-names.ts';
import type { Warp } from '../machine/warp.ts';
import { plainName } from '../outline/variable-name.ts';
import { addressOrigins } from './address-origins.ts';

export class VariableBounds {
  readonly #program: Program;
  /** Variables by pc. */
  readonly #variables: readonly (SharedVariable | null)[];

  constructor(program: Program) {
    this.#program = program;
    this.#variables = addressOrigins(program);
  }

  /** The lanes that access their variable. What the others do to another one follows from that mistake. */
  within(warp: Warp, operation: Operation, form: AccessForm, mask: number): number {
    const variable = this.#variables[operation.pc];
    if (variable === null) return mask;
    const { byteOffset, sizeBytes } = variable;
    const { at } = warp;
    const last = byteOffset + sizeBytes - form.widthBytes;
    let sign = 0;
    for (let lane = 0; lane < LANES; lane++) sign |= (at[lane] - byteOffset) | (last - at[lane]);
    if (sign >= 0) return mask;
    let beyond = 0;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = lowestBit32(m);
      if (at[lane] < byteOffset || at[lane] > last) beyond |= 1 << lane;
    }
    if (beyond !== 0) this.#report(warp, operation, form, lowestBit32(beyond), variable);
    return mask & ~beyond;
  }

  #report(warp: Warp, operation: Operation, form: AccessForm, lane: number, variable: SharedVariable): void {
    const { log } = warp.cta.grid;
    const { pc } = operation;
    const make = () => this.#fault(warp, operation, form, lane, variable);
    if (form.effect === 'read') log.reportDoubtAt('outOfBounds', pc, pc, make);
    else log.reportAt('outOfBounds', pc, pc, make);
  }

  #fault(warp: Warp, operation: Operation, { widthBytes }: AccessForm, lane: number, variable: SharedVariable): Fault {
    const { sharedBaseBytes } = warp.cta.grid;
    const at = warp.at[lane];
    const name = plainName(variable.name);
    const { byteOffset, sizeBytes } = variable;
    const side =
      at < byteOffset ? `${byteOffset - at} bytes before '${name}'` : `behind the ${sizeBytes} bytes of '${name}'`;
    const other = nameOfShared(this.#program, at, widthBytes);
    const says = `touches ${widthBytes} bytes ${side}${other === null ? '' : `, at ${other}`}`;
    return {
      kind: 'outOfBounds',
      ...toldOf(warp, operation, lane, says),
      space: 'shared',
      address: sharedBaseBytes + at,
      widthBytes,
      limitBytes: sizeBytes,
    };
  }
}
