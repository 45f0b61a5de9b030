/** All matrix instructions on both machines. */
import { emulatedOutputs, gpuOutputs } from './compare.ts';
import { type MatrixAnswers, matrixAnswers, withoutSigns } from './matrix-answers.ts';
import { MATRIX_FORMS } from './matrix-forms.ts';
import { matrixOperands, matrixReplay } from './matrix-launches.ts';

/** Answers by the form's id; `output` is what the GPU wrote for all forms. */
export function matrixComparison(output: Uint8Array): Readonly<Record<string, MatrixAnswers>> {
  const replay = matrixReplay();
  const gpu = [...gpuOutputs([replay], output)];
  const ours = [...emulatedOutputs([replay])];
  const sizes = [...emulatedOutputs([matrixReplay(form => withoutSigns(form, matrixOperands(form)))])];
  const answers = MATRIX_FORMS.map((form, i) => [
    form.id,
    matrixAnswers(form, gpu[i].output, ours[i].output, sizes[i].output),
  ]);
  return Object.fromEntries(answers);
}
