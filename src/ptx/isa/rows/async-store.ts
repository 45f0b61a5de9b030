/**
 * st.async and red.async: what a thread leaves in another CTA's shared memory, which tells an mbarrier there when it has
 * happened. They take what is in the registers now, and happen as late as they may.
 */
import { CHUNK_BYTES, WORD_BYTES } from '../../../base/hardware.ts';
import type { Combine, Issuer } from '../../machine/bulk-copy.ts';
import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { type Row, widthOf } from '../row.ts';
import { addressForm } from './address.ts';
import { arrivalOf, eachLane, isInCluster, issueArriving } from './bulk-operands.ts';
import { combineOf, REDUCTIONS, type ReducedType } from './bulk-reduction.ts';
import { storeBulk } from './bulk-store.ts';

const STORED_TYPES = ['b32', 'b64', 'u32', 'u64', 's32', 's64', 'f32', 'f64'];

/** Slots of the words of the values, first to last. */
function wordSlots(form: Form, values: readonly Operand[], elementBytes: number): number[] {
  const kind = elementBytes === 8 ? 'b64' : 's32';
  return values.flatMap(value => {
    const slot = form.source(value, kind);
    return Array.from({ length: elementBytes / WORD_BYTES }, (_, i) => slot + 32 * i);
  });
}

function valuesOf(form: Form): readonly Operand[] {
  const vector = form.take('v2') ? 2 : form.take('v4') ? 4 : null;
  const operand = form.operand(1);
  if (vector === null) return operand.kind === 'vector' && operand.elements.length === 1 ? operand.elements : [operand];
  const isFitting = operand.kind === 'vector' && operand.elements.length === vector;
  return isFitting ? operand.elements : form.refuse(`needs a vector of ${vector}`);
}

/** `[to], value, [mbarrier]`; the addresses may be generic ones. */
function issue(form: Form, combine: Combine | null): Run {
  form.take('shared::cluster');
  form.oneOf(['mbarrier::complete_tx::bytes']);
  const values = valuesOf(form);
  form.finish();
  const words = wordSlots(form, values, widthOf(form.type()) / 8);
  const sizeBytes = words.length * WORD_BYTES;
  if (sizeBytes > CHUNK_BYTES) form.refuse(`stores at most ${CHUNK_BYTES} bytes`);
  const sizes = { sharedBytes: sizeBytes, alignBytes: sizeBytes, transactionBytes: sizeBytes };
  const arrival = arrivalOf(form, 'shared::cluster', 2, false);
  const shape = { widthBytes: sizeBytes, values: [], elementBytes: sizeBytes };
  const shown = addressForm(form, form.operand(0), 'cluster', { kind: combine ? 'atomic' : 'store', ...shape });
  const issueAll = eachLane(issuer => {
    if (!isInCluster(issuer, 'an asynchronous store')) return;
    const fill = bytesOf(issuer, words);
    issueArriving(issuer, arrival, sizes, ({ byteOffset }) => ({
      ...{ pieces: fromRegisters(byteOffset, sizeBytes), source: null, fill, combine, proxy: 'generic' },
    }));
  });
  return (warp, operation, mask) => {
    warp.cta.watch?.accessed(warp, operation, shown, 'cluster', mask);
    return issueAll(warp, operation, mask);
  };
}

/** A piece whose bytes all come from the registers. */
export const fromRegisters = (shared: number, sizeBytes: number) => ({
  sizeBytes,
  shared: Int32Array.of(shared),
  other: Int32Array.of(0),
  insideBytes: Int32Array.of(0),
});

const bytesOf = ({ warp, lane }: Issuer, slots: readonly number[]): Uint8Array =>
  new Uint8Array(Int32Array.from(slots, slot => warp.r[slot + lane]).buffer);

function store(form: Form): Run {
  form.take('weak');
  if (form.types.length !== 1) form.refuse('needs a type');
  if (!STORED_TYPES.includes(form.type())) form.refuse(`there is no st.async of .${form.type()}`);
  return issue(form, null);
}

function reduce(form: Form): Run {
  form.oneOf(['relaxed']);
  // Its one scope is a hint of the other forms.
  if (!form.instruction.modifiers.includes('cluster')) form.refuse('needs .cluster');
  const reduction = form.oneOf(REDUCTIONS);
  const type = form.type() as ReducedType;
  return issue(form, combineOf(reduction, type, 'shared') ?? form.refuse(`there is no ${reduction} of .${type}`));
}

type FurtherForm = (form: Form, core: Row) => Run;

/** With `.mmio` it goes to device memory and tells nobody: a release that may as well be over at once. */
const orForDevice =
  (decode: Row['decode']): FurtherForm =>
  (form, core) =>
    form.take('mmio') ? core.decode(form) : decode(form);

/** A row of the core, which does without, with the further forms of its instruction, each by its modifier. */
const withForms = (core: Row, further: Readonly<Record<string, FurtherForm>>): Row => ({
  ...core,
  section: [core.section, ...Object.keys(further).map(word => `${core.opcode}.${word}`)].join('; '),
  decode: form => {
    const word = Object.keys(further).find(name => form.take(name));
    return word === undefined ? core.decode(form) : further[word](form, core);
  },
});

const FURTHER_FORMS: Readonly<Record<string, Readonly<Record<string, FurtherForm>>>> = {
  st: { async: orForDevice(store), bulk: storeBulk },
  red: { async: orForDevice(reduce) },
};

/** The rows, with asynchronous forms and those of many bytes where there are such. */
export const withFurtherForms = (core: readonly Row[]): Row[] =>
  core.map(known => (known.opcode in FURTHER_FORMS ? withForms(known, FURTHER_FORMS[known.opcode]) : known));
