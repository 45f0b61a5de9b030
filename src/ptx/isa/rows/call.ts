/** Calls, by name and through registers (PTX ISA, "Control Flow Instructions: call"). */
import { lowestBit32 } from '../../../base/bits.ts';
import { type CallSite, enterFunction } from '../../machine/calls.ts';
import { fail, hex } from '../../machine/faults.ts';
import type { FunctionPlace } from '../../machine/function-place.ts';
import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import { calleeOf } from '../call-graph.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { SYSTEM_CALLS } from '../system-calls.ts';
import type { VariablePlace } from '../variable-places.ts';
import { lanesAlike } from './lanes-alike.ts';

/** What a call gives and takes, as slots of the caller. */
interface Slots {
  readonly results: readonly VariablePlace[];
  readonly args: readonly VariablePlace[];
}

function slotsOf(form: Form, callee: Operand): Slots {
  const { operands } = form.instruction;
  const at = operands.indexOf(callee);
  const places = (operand: Operand | undefined): VariablePlace[] =>
    operand?.kind === 'list' ? operand.elements.map(e => slotOf(form, e)) : [];
  return { results: at > 0 ? places(operands[0]) : [], args: places(operands[at + 1]) };
}

function slotOf(form: Form, operand: Operand): VariablePlace {
  const place = operand.kind === 'symbol' ? form.link.place(operand.name) : null;
  return place?.variable.space === 'param' && place.space === 'local'
    ? place
    : form.refuse('an argument is no .param slot');
}

/** `call (results), name, (arguments)`; the callee may be a register, and then a prototype or a list of functions follows. */
function call(form: Form): Run {
  form.take('uni');
  form.finish();
  const callee = calleeOf(form.instruction.operands);
  if (callee?.kind === 'register') return callThrough(form, callee);
  if (callee?.kind !== 'symbol') return form.refuse('what is called is no function');
  const slots = slotsOf(form, callee);
  const place = form.link.callee(callee.name);
  const system = SYSTEM_CALLS.get(callee.name);
  if (!place && system) return system(form, slots.args, slots.results);
  if (!place) return form.refuse(`call of '${callee.name}': the function has no body`);
  const site = siteOf(form.link.current, place, slots, form);
  if (!site) return form.refuse(`'${callee.name}' has other parameters`);
  return (warp, operation, mask) => {
    if (!warp.separated(operation, mask)) enterFunction(warp, operation, mask, site);
    return 0;
  };
}

/** Null where the slots do not fit what the function declares. */
function siteOf(caller: FunctionPlace, callee: FunctionPlace, { args, results }: Slots, form: Form): CallSite | null {
  const { params, returns } = callee.fn;
  if (args.length !== params.length || results.length !== returns.length) return null;
  const fits = (slots: readonly VariablePlace[], declared: typeof params) =>
    slots.every((slot, i) => slot.variable.sizeBytes === declared[i].sizeBytes);
  if (!fits(args, params) || !fits(results, returns)) return null;
  const inside = (name: string) => form.link.placeIn(callee, name)!.byteOffset;
  const copies = (slots: readonly VariablePlace[], declared: typeof params, toCallee: boolean) =>
    slots.map(({ byteOffset, variable }, i) => {
      const [from, to] = [byteOffset, inside(declared[i].name)];
      return { from: toCallee ? from : to, to: toCallee ? to : from, bytes: variable.sizeBytes };
    });
  return { caller, callee, arguments: copies(args, params, true), results: copies(results, returns, false) };
}

/** Lanes that hold the same address go together, the others come back to the call. */
function callThrough(form: Form, register: Operand): Run {
  const { link } = form;
  const slot = form.source(register, 'b64');
  const slots = slotsOf(form, register);
  const caller = link.current;
  const sites = new Map<number, CallSite | null>();
  for (const [address, place] of link.byAddress()) sites.set(address, siteOf(caller, place, slots, form));
  return (warp, operation, mask) => {
    if (warp.separated(operation, mask)) return 0;
    const { r, u } = warp;
    const lane = lowestBit32(mask);
    const address = r[slot + 32 + lane] * 2 ** 32 + u[slot + lane];
    const site = sites.get(address);
    if (!site) {
      const why = site === null ? 'a function with other parameters' : 'the address of no function';
      fail(warp, operation, mask, { kind: 'invalidCall' }, `calls ${hex(address)}, ${why}`);
    }
    enterFunction(warp, operation, lanesAlike(r, slot + 32, lanesAlike(r, slot, mask)), site);
    return 0;
  };
}

export const CALL_ROWS: readonly Row[] = [row('call', [], 'Control Flow Instructions: call', call)];
