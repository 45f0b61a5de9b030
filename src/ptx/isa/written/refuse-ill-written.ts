/**
 * What no instruction may look like, whatever its row takes: a modifier twice, a name in another order, operands of other classes
 * than the instruction's. ptxas refuses all of it (13.0), and takes what is not named here.
 */
import type { Instruction, Operand } from '../../parse/ast.ts';
import type { Linker } from '../linker.ts';
import { refuse } from '../refusal.ts';
import { type NameFacts, type OperandRule, wrongOperand } from './operand-rule.ts';
import { refuseAnywhere } from './refuse-anywhere.ts';
import { spellingOf } from './spelling.ts';

/** @param link knows the names of the instruction's function. */
export function refuseIllWritten(instruction: Instruction, link: Linker): void {
  const { reason, forms } = spellingOf(instruction);
  if (reason !== null) refuse(reason);
  const names: NameFacts = {
    typeOf: register => link.register(register).type,
    spaceOf: symbol => link.place(symbol)?.variable.space ?? null,
  };
  for (const operand of instruction.operands) refuseAnywhere(operand, instruction, names);
  if (forms) refuseOperands(instruction.operands, forms, names);
}

type Forms = readonly (readonly OperandRule[])[];

function refuseOperands(operands: readonly Operand[], forms: Forms, names: NameFacts): void {
  const fitting = forms.filter(({ length }) => length === operands.length);
  if (fitting.length === 0) refuse(`takes ${counts(forms)}, not ${operands.length}`);
  let first: string | null = null;
  for (const form of fitting) {
    const wrong = firstWrong(operands, form, names);
    if (wrong === null) return;
    first ??= wrong;
  }
  if (first !== null) refuse(first);
}

function firstWrong(operands: readonly Operand[], form: readonly OperandRule[], names: NameFacts): string | null {
  for (let i = 0; i < form.length; i++) {
    const wrong = wrongOperand(operands[i], form[i], names);
    if (wrong !== null) return `operand ${i + 1} is ${wrong}`;
  }
  return null;
}

function counts(forms: Forms): string {
  const lengths = [...new Set(forms.map(({ length }) => length))].sort((a, b) => a - b);
  return `${lengths.join(' or ')} operand${lengths.at(-1) === 1 ? '' : 's'}`;
}
