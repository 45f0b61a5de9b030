/** tcgen05: tensor memory, and what tensor cores do with it (PTX ISA, "TensorCore 5th Generation Family Instructions"). */
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { commit } from './tcgen05-commit.ts';
import { copyToTensorMemory } from './tcgen05-cp.ts';
import { allocate, deallocate, relinquish } from './tcgen05-memory.ts';
import { multiplyInTensorMemory } from './tcgen05-mma.ts';
import { fenceTensorMemory, moveTensorMemory, waitForMoves } from './tcgen05-move.ts';

const SYNC = ['sync', 'aligned'] as const;

/** `.sync.aligned`, then the rest. */
const together =
  (decode: (form: Form) => Run) =>
  (form: Form): Run => {
    for (const word of SYNC) form.oneOf([word]);
    return decode(form);
  };

const ACTIONS: Readonly<Record<string, (form: Form) => Run>> = {
  alloc: together(allocate),
  dealloc: together(deallocate),
  relinquish_alloc_permit: together(relinquish),
  ld: moveTensorMemory('ld'),
  st: moveTensorMemory('st'),
  mma: multiplyInTensorMemory,
  commit,
  cp: copyToTensorMemory,
  shift: form => form.refuse('tcgen05.shift is not implemented: the manual leaves open which way the rows move'),
  'wait::ld': waitForMoves('ld'),
  'wait::st': waitForMoves('st'),
  'fence::before_thread_sync': fenceTensorMemory('before'),
  'fence::after_thread_sync': fenceTensorMemory('after'),
};

function tensorCore(form: Form): Run {
  return ACTIONS[form.oneOf(Object.keys(ACTIONS))](form);
}

export const TCGEN05_ROWS: readonly Row[] = [
  row('tcgen05', {
    types: [['b32', 'b64', 'f32', 'u32', 's32']],
    class: 'tensor',
    section: 'TensorCore 5th Generation Family Instructions: tcgen05',
    decode: tensorCore,
  }),
];
