/** Launches that run matrix instructions on a GPU and on the emulator. */
import type { Launch } from '../../src/trace/launch.ts';
import { inBytes, type MatrixForm, matrixEntry } from './matrix-form.ts';
import { MATRIX_FORMS } from './matrix-forms.ts';
import { CLASSES, isFloat, type OperandClass, operandBytes, randomFrom } from './matrix-operands.ts';
import type { ReplayModule } from './replay-launch.ts';

export const PROBLEMS_PER_CLASS = 8;

/** All classes for floats; integers have no special numbers. */
export const classesOf = ({ inputs }: MatrixForm): readonly OperandClass[] =>
  inputs.some(({ type }) => isFloat(type)) ? CLASSES : ['bits', 'integers'];

/** The operands of all problems, class by class. */
export function matrixOperands(form: MatrixForm): Uint8Array {
  const random = randomFrom(form.id);
  const problems = classesOf(form).flatMap(operandClass =>
    Array.from({ length: PROBLEMS_PER_CLASS }, () =>
      form.inputs.map(piece => operandBytes(piece, operandClass, random)),
    ),
  );
  return Buffer.concat(problems.flat());
}

function launchOf(form: MatrixForm, entry: string, operands: Uint8Array): Launch {
  const problems = classesOf(form).length * PROBLEMS_PER_CLASS;
  const base64 = Buffer.from(operands).toString('base64');
  return {
    entry,
    grid: [problems, 1, 1],
    block: [32, 1, 1],
    buffers: [
      { name: 'out', type: 'u8', length: problems * form.outBytes, init: { kind: 'poison' }, output: true },
      { name: 'in', type: 'u8', length: problems * inBytes(form), init: { kind: 'base64', base64 } },
    ],
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
    ],
  };
}

const HEADER = '.version 9.0\n.target sm_90a\n.address_size 64\n';

/** All forms. @param operandsOf gives the operands of a form. */
export const matrixReplay = (operandsOf: (form: MatrixForm) => Uint8Array = matrixOperands): ReplayModule => ({
  name: 'matrices',
  ptx: HEADER + MATRIX_FORMS.map((form, i) => matrixEntry(form, `form_${i}`)).join(''),
  launches: MATRIX_FORMS.map((form, i) => ({
    id: form.id,
    launch: launchOf(form, `form_${i}`, operandsOf(form)),
    instruction: null,
  })),
});
