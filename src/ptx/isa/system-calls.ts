/** Functions that the device's system provides: declared by the module without a body, and carried out by the machine. */
import { lowestBit32 } from '../../base/bits.ts';
import { fail, hex } from '../machine/faults.ts';
import { bytesFrom, textFrom } from '../machine/lane-bytes.ts';
import type { Operation, Run } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import { printed } from '../printf/format.ts';
import type { Form } from './form.ts';
import type { VariablePlace } from './variable-places.ts';

type Slots = readonly VariablePlace[];
type SystemCall = (form: Form, args: Slots, results: Slots) => Run;

/** Reads or writes a call slot of one lane. */
type SlotView = (warp: Warp, lane: number) => DataView;

function viewOf(form: Form, slots: Slots, index: number, bytes: number): SlotView {
  const slot = slots[index];
  if (slot?.variable.sizeBytes !== bytes) return form.refuse(`needs a .param of ${bytes} bytes at place ${index + 1}`);
  const frame = slot.frame?.frameSlot ?? null;
  return ({ r, index: number, cta }, lane) => {
    const { local, grid } = cta;
    const stack = (number * 32 + lane) * grid.program.localBytes;
    return new DataView(local.u8.buffer, stack + (frame === null ? 0 : r[frame + lane]) + slot.byteOffset, bytes);
  };
}

type Word64 = (warp: Warp, lane: number) => number;

/** An address or a size, exact below 2^53. */
function word64(form: Form, slots: Slots, index: number): Word64 {
  const view = viewOf(form, slots, index, 8);
  return (warp, lane) => Number(view(warp, lane).getBigUint64(0, true));
}

/** Runs `body` lane by lane, in lane order. */
const eachLane =
  (body: (warp: Warp, operation: Operation, lane: number) => void): Run =>
  (warp, operation, mask) => {
    for (let m = mask; m !== 0; m &= m - 1) body(warp, operation, lowestBit32(m));
    return 0;
  };

/** `int vprintf(const char *format, const void *arguments)`: the arguments lie one after the other, naturally aligned. */
function vprintf(form: Form, args: Slots, results: Slots): Run {
  const format = word64(form, args, 0);
  const list = word64(form, args, 1);
  const result = viewOf(form, results, 0, 4);
  return eachLane((warp, operation, lane) => {
    const text = textFrom(warp, operation, lane, format(warp, lane));
    const address = list(warp, lane);
    const bytes = address === 0 ? new Uint8Array() : bytesFrom(warp, operation, lane, address);
    const print = printed(text, bytes, at => textFrom(warp, operation, lane, at));
    if (print === null) fail(warp, operation, 1 << lane, { kind: 'trap' }, 'printf reads beyond its arguments');
    const { cta } = warp;
    cta.grid.prints.add({ who: { cta: cta.number, warp: warp.index, lane }, text: print.text });
    cta.grid.events++;
    result(warp, lane).setInt32(0, print.count, true);
  });
}

/** `void __assertfail(message, file, line, function, charSize)`, in the words that CUDA prints. */
function assertFails(form: Form, args: Slots): Run {
  const [message, file, name] = [0, 1, 3].map(i => word64(form, args, i));
  const line = viewOf(form, args, 2, 4);
  return (warp, operation, mask) => {
    const lane = lowestBit32(mask);
    const read = (address: Word64) => textFrom(warp, operation, lane, address(warp, lane));
    const thread = warp.index * 32 + lane;
    const [x, y] = warp.cta.grid.block;
    const index = [thread % x, Math.floor(thread / x) % y, Math.floor(thread / (x * y))];
    const who = `block [${warp.cta.id}], thread [${index}]`;
    const where = `${read(file)}:${line(warp, lane).getUint32(0, true)}, ${read(name)}`;
    fail(warp, operation, mask, { kind: 'assert' }, `assertion '${read(message)}' failed (${where}, ${who})`);
  };
}

/** `void *malloc(size_t)`: null where the heap has no room, as on a device. */
function malloc(form: Form, args: Slots, results: Slots): Run {
  const size = word64(form, args, 0);
  const result = viewOf(form, results, 0, 8);
  return eachLane((warp, _operation, lane) => {
    const { grid } = warp.cta;
    grid.events++;
    result(warp, lane).setBigUint64(0, BigInt(grid.global.allocate(size(warp, lane))), true);
  });
}

function free(form: Form, args: Slots): Run {
  const pointer = word64(form, args, 0);
  return eachLane((warp, operation, lane) => {
    const { grid } = warp.cta;
    const address = pointer(warp, lane);
    grid.events++;
    if (address === 0) return;
    if (!grid.global.release(address)) {
      fail(warp, operation, 1 << lane, { kind: 'trap' }, `free of ${hex(address)}, which malloc did not give`);
    }
    // Regions that instructions have found before may be gone.
    grid.lastStart.fill(-1);
  });
}

export const SYSTEM_CALLS: ReadonlyMap<string, SystemCall> = new Map<string, SystemCall>([
  ['vprintf', vprintf],
  ['__assertfail', assertFails],
  ['malloc', malloc],
  ['free', free],
]);
