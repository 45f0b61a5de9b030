/** tcgen05.alloc, dealloc and relinquish_alloc_permit: whose the columns of tensor memory are. One warp does each. */
import { access } from '../../machine/access.ts';
import type { Move } from '../../machine/lane-move.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import { columnOf, TENSOR_LANES, tensorMemoryOf } from '../../machine/tensor-memory.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Form } from '../form.ts';
import { addressForm, takeSpace } from './address.ts';
import { commonWord, takeGroup } from './tcgen05-operands.ts';
import { wholeWarp } from './whole-warp.ts';

const LANE_0 = 1;

/** `[place], columns`: writes the address of the first column to shared memory. */
export function allocate(form: Form): Run {
  const group = takeGroup(form);
  takeSpace(form, ['shared::cta']);
  form.finish();
  const shape = { kind: 'store', widthBytes: 4, values: [], elementBytes: 4 } as const;
  const place = addressForm(form, form.operand(0), addressSpace(form), shape);
  const columns = form.source(form.operand(1), 'u32');
  return wholeWarp((warp, operation) => {
    commonWord(warp, operation, place.address, 'the place for the address');
    const count = commonWord(warp, operation, columns, 'the number of columns');
    const column = tensorMemoryOf(warp.cta).allocate(warp, operation, count, group);
    if (column === null) return waitForColumns(warp, operation);
    const move: Move = ({ at }, _operation, memory) => {
      memory.i32[at[0] >> 2] = column;
    };
    access(warp, operation, place, LANE_0, move);
    warp.cta.grid.events++;
  });
}

/** Space of the address. Without a modifier it is a generic address, unless its register has 32 bits. */
function addressSpace(form: Form): 'shared' | 'generic' {
  const operand = form.operand(0);
  const isWide =
    operand.kind === 'address' && operand.base?.kind === 'register' && form.link.registerBits(operand.base.name) === 64;
  return isWide && !form.instruction.modifiers.includes('shared::cta') ? 'generic' : 'shared';
}

function waitForColumns(warp: Warp, operation: Operation): void {
  warp.pc = operation.pc;
  warp.park({ kind: 'tensorMemory', at: operation });
}

/** `address, columns`. */
export function deallocate(form: Form): Run {
  const group = takeGroup(form);
  form.finish();
  const slot = form.source(form.operand(0), 'u32');
  const columns = form.source(form.operand(1), 'u32');
  return wholeWarp((warp, operation) => {
    const address = commonWord(warp, operation, slot, 'the address');
    const count = commonWord(warp, operation, columns, 'the number of columns');
    if (!tensorMemoryOf(warp.cta).deallocate(warp, operation, address, count, group)) return;
    const cells = [{ lane: 0, lanes: TENSOR_LANES, column: columnOf(address), columns: count }];
    const use = { warp, operation, lane: -1, kind: 'dealloc', pipeline: null, number: 0, shape: '' } as const;
    warp.cta.watch?.tensorUsed({ kind: 'cells', use, cells, effect: 'write' });
  });
}

export function relinquish(form: Form): Run {
  takeGroup(form);
  form.finish();
  return wholeWarp((warp, operation) => tensorMemoryOf(warp.cta).relinquish(operation));
}
