/** Calls, by name and through registers (PTX ISA, "Control Flow Instructions: call"). */
import { lowestBit32 } from '../../../base/bits.ts';
import { type CallSite, enterFunction } from '../../machine/calls.ts';
import { fail, hex } from '../../machine/faults.ts';
import type { Run } from '../../machine/operation.ts';
import type { Operand, PtxFunction } from '../../parse/ast.ts';
import { calleeOf } from '../call-graph.ts';
import { callSite, passedBy, slotsOf } from '../call-site.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { SYSTEM_CALLS } from '../system-calls.ts';
import { lanesAlike } from './lanes-alike.ts';

/** `call (results), name, (arguments)`; the callee may be a register, and then a prototype or a list of functions follows. */
function call(form: Form): Run {
  form.take('uni');
  form.finish();
  const callee = calleeOf(form.instruction.operands);
  if (callee?.kind === 'register') return callThrough(form, callee);
  if (callee?.kind !== 'symbol') return form.refuse('what is called is no function');
  const passed = passedBy(form, callee);
  const place = form.link.callee(callee.name);
  const system = SYSTEM_CALLS.get(callee.name);
  if (!place && system) return system(form, slotsOf(form, passed.args), slotsOf(form, passed.results));
  if (!place) return form.refuse(whyNotCalled(callee.name));
  const site = callSite(form, place, passed);
  if (!site) return form.refuse(whyMisfit(callee.name, place.fn));
  return (warp, operation, mask) => {
    if (!warp.separated(operation, mask)) enterFunction(warp, operation, mask, site);
    return 0;
  };
}

/** How kernels start kernels: `__cudaCDP2` is what nvcc makes of the device runtime's names. */
const LAUNCHES = /^(__cudaCDP2|cuda)(GetParameterBuffer|LaunchDevice|GraphLaunch|GraphSetConditional)/;
const DEVICE_RUNTIME = /^(__cudaCDP2|cuda)[A-Z]/;

const whyMisfit = (name: string, { params }: PtxFunction): string =>
  params.at(-1)?.sizeBytes === 0
    ? `'${name}' takes any number of arguments (an array without a size), which is not emulated; give the array a size`
    : `'${name}' has other parameters`;

function whyNotCalled(name: string): string {
  if (LAUNCHES.test(name)) {
    return `'${name}' starts a kernel from a kernel (dynamic parallelism), and the emulator runs one launch at a time; launch the inner kernel by itself, with the grid and the arguments that this kernel gives it`;
  }
  if (DEVICE_RUNTIME.test(name)) {
    return `'${name}' belongs to the runtime for dynamic parallelism, which the emulator does not have; leave the call out, or do its work before the launch`;
  }
  return `call of '${name}': the function has no body; compile it into the same PTX`;
}

/** Lanes that hold the same address go together, the others come back to the call. */
function callThrough(form: Form, register: Operand): Run {
  const { link } = form;
  const slot = form.source(register, 'b64');
  const passed = passedBy(form, register);
  const sites = new Map<number, CallSite | null>();
  for (const [address, place] of link.byAddress()) sites.set(address, callSite(form, place, passed));
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

export const CALL_ROWS: readonly Row[] = [
  row('call', { class: 'control', section: 'Control Flow Instructions: call', decode: call }),
];
