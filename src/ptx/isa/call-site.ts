/**
 * Moves of a call: each argument is a `.param` slot, a register or a constant of the caller, and goes to the
 * parameter's place in the callee's frame; each result comes from there to a slot or a register.
 */
import type { CallSite, CopiedSlot } from '../machine/calls.ts';
import type { FrameWords, FunctionPlace } from '../machine/function-place.ts';
import { foldedName, functionNameOf } from '../outline/kernel-name.ts';
import type { Operand, Variable } from '../parse/ast.ts';
import type { OperandKind } from './effect.ts';
import type { Form } from './form.ts';
import type { VariablePlace } from './variable-places.ts';

/** The operands on either side of the callee. */
interface Passed {
  readonly results: readonly Operand[];
  readonly args: readonly Operand[];
}

export function passedBy({ instruction: { operands } }: Form, callee: Operand): Passed {
  const at = operands.indexOf(callee);
  const elements = (operand: Operand | undefined) => (operand?.kind === 'list' ? operand.elements : []);
  return { results: at > 0 ? elements(operands[0]) : [], args: elements(operands[at + 1]) };
}

/** The slots that a function of the system reads and writes: it takes no registers. */
export const slotsOf = (form: Form, operands: readonly Operand[]): VariablePlace[] =>
  operands.map(operand => slotOf(form, operand) ?? form.refuse('an argument is no .param slot'));

function slotOf(form: Form, operand: Operand): VariablePlace | null {
  const place = operand.kind === 'symbol' ? form.link.place(operand.name) : null;
  return place?.variable.space === 'param' && place.space === 'local' ? place : null;
}

/** Null where what is passed does not fit what the function declares. */
export function callSite(form: Form, callee: FunctionPlace, { args, results }: Passed): CallSite | null {
  const { params, returns } = callee.fn;
  if (args.length !== params.length || results.length !== returns.length) return null;
  const there = args.map((operand, i) => exchange(form, callee, operand, params[i]));
  const back = results.map((operand, i) =>
    operand.kind === 'sink' ? {} : exchange(form, callee, operand, returns[i]),
  );
  if (there.includes(null) || back.includes(null)) return null;
  return {
    caller: form.link.current,
    callee,
    calleeName: () => foldedName(functionNameOf(callee.fn.name)),
    arguments: there.flatMap(way => way?.copied ?? []),
    stored: there.flatMap(way => way?.words ?? []),
    results: back.flatMap(way => way?.copied ?? []).map(({ from, to, bytes }) => ({ from: to, to: from, bytes })),
    loaded: back.flatMap(way => way?.words ?? []),
  };
}

/** How one value goes to the callee, or back; at most one of the two. */
interface Exchange {
  readonly copied?: CopiedSlot;
  readonly words?: FrameWords;
}

function exchange(form: Form, callee: FunctionPlace, operand: Operand, declared: Variable): Exchange | null {
  const { byteOffset } = form.link.placeIn(callee, declared.name)!;
  const slot = slotOf(form, operand);
  if (slot === null) return wordsOf(form, operand, declared.sizeBytes, byteOffset);
  const bytes = slot.variable.sizeBytes;
  return bytes === declared.sizeBytes ? { copied: { from: slot.byteOffset, to: byteOffset, bytes } } : null;
}

const KINDS: ReadonlyMap<number, OperandKind> = new Map([
  [4, 's32'],
  [8, 'b64'],
  [16, 'b128'],
]);

/** A register or a constant; calls pass no narrower ones. */
function wordsOf(form: Form, operand: Operand, bytes: number, byteOffset: number): Exchange | null {
  const kind = KINDS.get(bytes);
  if (kind === undefined) return null;
  const fits =
    (operand.kind === 'register' && form.registerBits(operand) === bytes * 8) ||
    (operand.kind === 'float' && operand.bits === bytes * 8) ||
    (operand.kind === 'integer' && bytes <= 8);
  return fits ? { words: { slot: form.source(operand, kind), words: bytes / 4, byteOffset } } : null;
}
