/** A formula for an output's elements, checked as it is typed; one that is none yet stays in the field. */
import { useMemo } from 'react';
import { err, ok } from '../../../base/result.ts';
import { checkFormula, formulaNames } from '../../../contract/expectation.ts';
import { TextField } from '../../../panels/kit/draft-fields.tsx';
import { useEditing } from './editing.ts';

interface FormulaFieldProps {
  readonly formula: string;
  readonly error: string | null;
  readonly onFormula: (formula: string) => void;
}

export function FormulaField({ formula, error, onFormula }: FormulaFieldProps) {
  const { usable, read } = useFormulas();
  const known = read(formula);
  return (
    <TextField
      lines
      label="Element i"
      value={formula}
      parse={read}
      onChange={onFormula}
      error={error ?? (known.ok ? null : known.error)}
      hint={`${usable} as before the run; sum(k, from, to, …), min, max, abs, sqrt; // and % round down`}
    />
  );
}

function useFormulas() {
  const { launch, entry } = useEditing();
  const names = useMemo(
    () =>
      formulaNames(
        launch,
        entry?.params.map(p => p.name),
      ),
    [launch, entry],
  );
  const read = (text: string) => {
    const checked = checkFormula(text, names);
    return checked.ok ? ok(text) : err(`column ${checked.error.column}: ${checked.error.message}`);
  };
  return { read, usable: ['i', ...names.scalars, ...[...names.buffers].map(buffer => `${buffer}[…]`)].join(', ') };
}
