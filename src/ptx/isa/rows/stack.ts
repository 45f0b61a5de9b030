/** Instructions that take bytes of the lanes' stacks beyond the frames (PTX ISA, "Stack Manipulation Instructions"). */
import { lowestBit32, roundUp } from '../../../base/bits.ts';
import { fail, hex } from '../../machine/faults.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';

const S = 'Stack Manipulation Instructions';

const kindOf = (form: Form): 'b64' | 's32' => (form.type() === 'u64' ? 'b64' : 's32');

/** An address in local memory: the high word of a 64-bit one is 0. */
function setAddress({ r }: Warp, slot: number, lane: number, isWide: boolean, address: number): void {
  r[slot + lane] = address;
  if (isWide) r[slot + 32 + lane] = 0;
}

/** `alloca.type address, size{, alignment}`: room in the activation's frame, given back when it returns. */
function allocate(form: Form): Run {
  form.finish();
  const { link, operation } = form;
  const kind = kindOf(form);
  link.growsStack = true;
  operation.d = form.destination(form.operand(0), kind);
  operation.a = form.source(form.operand(1), kind);
  const alignment = form.operandCount > 2 ? form.operand(2) : null;
  const unit = Math.max(link.places.stackAlignBytes, alignment?.kind === 'integer' ? Number(alignment.value) : 1);
  return (warp, at, mask) => {
    for (let m = mask; m !== 0; m &= m - 1) takeRoom(warp, at, lowestBit32(m), kind === 'b64', unit);
    return 0;
  };
}

function takeRoom(warp: Warp, operation: Operation, lane: number, isWide: boolean, unit: number): void {
  const { u, stackTop } = warp;
  const { localBytes, stackAlignBytes } = warp.cta.grid.program;
  const start = roundUp(stackTop[lane], unit);
  const bytes = (isWide ? u[operation.a + 32 + lane] * 2 ** 32 : 0) + u[operation.a + lane];
  const end = roundUp(start + bytes, stackAlignBytes);
  if (end > localBytes) {
    const why = `alloca of ${bytes} bytes: the stack of ${localBytes} bytes has ${Math.max(0, localBytes - start)} left`;
    fail(warp, operation, 1 << lane, { kind: 'limit' }, why);
  }
  setAddress(warp, operation.d, lane, isWide, start);
  stackTop[lane] = end;
}

function saveStack(form: Form): Run {
  form.finish();
  const kind = kindOf(form);
  form.operation.d = form.destination(form.operand(0), kind);
  return (warp, { d }, mask) => {
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = lowestBit32(m);
      setAddress(warp, d, lane, kind === 'b64', warp.stackTop[lane]);
    }
    return 0;
  };
}

/** Restores the top of a stack, which must come from `stacksave`; the frame itself stays. */
function restoreStack(form: Form): Run {
  form.finish();
  const { frameSlot, frameBytes } = form.link.current;
  form.operation.a = form.source(form.operand(0), kindOf(form));
  return (warp, operation, mask) => {
    const { r, u, stackTop } = warp;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = lowestBit32(m);
      const top = u[operation.a + lane];
      const base = (frameSlot < 0 ? 0 : r[frameSlot + lane]) + frameBytes;
      if (top < base || top > stackTop[lane] || top % warp.cta.grid.program.stackAlignBytes !== 0) {
        fail(warp, operation, 1 << lane, { kind: 'badOperand' }, `${hex(top)} is no saved stack pointer`);
      }
      stackTop[lane] = top;
    }
    return 0;
  };
}

export const STACK_ROWS: readonly Row[] = [
  row('alloca', { types: [['u32', 'u64']], class: 'other', section: `${S}: alloca`, decode: allocate }),
  row('stacksave', { types: [['u32', 'u64']], class: 'other', section: `${S}: stacksave`, decode: saveStack }),
  row('stackrestore', { types: [['u32', 'u64']], class: 'other', section: `${S}: stackrestore`, decode: restoreStack }),
];
