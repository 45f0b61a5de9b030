/** What each output should hold after the run: a formula, values or a file. */
import { useMemo } from 'react';
import { err, ok } from '../../../base/result.ts';
import { checkFormula, formulaNames } from '../../../contract/expectation.ts';
import type { Expectation } from '../../../contract/workbench-document.ts';
import { PanelSection } from '../../../panels/panel-section.tsx';
import type { BufferSpec } from '../../../trace/launch.ts';
import { encodeBase64 } from '../../../trace/launch-bytes-base64.ts';
import { useEditing } from './editing.ts';
import { FileField } from './file-field.tsx';
import { withExpectation } from './launch-edits.ts';
import css from './launch-form.module.css';
import { PickField, TypedField } from './typed-field.tsx';
import { readTolerance, readValues } from './typed-text.ts';

export function ExpectationSection() {
  const { document, launch } = useEditing();
  const buffers = launch.buffers.filter(
    buffer => buffer.output || document.expectations.some(e => e.buffer === buffer.name),
  );
  if (buffers.length === 0) return null;
  return (
    <PanelSection title="Expected outputs">
      {buffers.map(buffer => (
        <ExpectationGroup key={buffer.name} buffer={buffer} />
      ))}
    </PanelSection>
  );
}

type Kind = Expectation['by']['kind'] | 'none';

const KINDS: readonly (readonly [Kind, string])[] = [
  ['none', 'not checked'],
  ['formula', 'a formula'],
  ['values', 'values'],
  ['base64', 'a file'],
];

const FIRST: { readonly [K in Exclude<Kind, 'none'>]: Expectation['by'] } = {
  formula: { kind: 'formula', formula: '0' },
  values: { kind: 'values', values: [] },
  base64: { kind: 'base64', base64: '' },
};

function ExpectationGroup({ buffer }: { readonly buffer: BufferSpec }) {
  const { document, patch, errorAt } = useEditing();
  const at = document.expectations.findIndex(e => e.buffer === buffer.name);
  const expectation = document.expectations[at] ?? null;
  const set = (next: Omit<Expectation, 'buffer'> | null) => patch(withExpectation(document, buffer.name, next));
  const tolerance = expectation?.tolerance ?? 0;
  const setBy = (by: Expectation['by']) => set({ by, tolerance });
  const error = at < 0 ? null : errorAt(`expectations[${at}]`, true);
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>
        <span className={css.head}>
          <span className={css.name}>{buffer.name}</span>
          <span className={css.what}>
            {buffer.length.toLocaleString('en')} × {buffer.type}
          </span>
        </span>
      </legend>
      <PickField
        label="Should be"
        value={expectation?.by.kind ?? 'none'}
        options={KINDS}
        onChange={kind => (kind === 'none' ? set(null) : setBy(FIRST[kind]))}
      />
      {expectation && <ByFields buffer={buffer} by={expectation.by} error={error} onBy={setBy} />}
      {expectation && (
        <TypedField
          label="Tolerance"
          text={String(tolerance)}
          read={readTolerance}
          onValue={value => set({ by: expectation.by, tolerance: value })}
          hint="Largest difference that still agrees"
        />
      )}
    </fieldset>
  );
}

interface ByFieldsProps {
  readonly buffer: BufferSpec;
  readonly by: Expectation['by'];
  readonly error: string | null;
  readonly onBy: (by: Expectation['by']) => void;
}

function ByFields({ buffer, by, error, onBy }: ByFieldsProps) {
  if (by.kind === 'formula') return <FormulaField formula={by.formula} error={error} onBy={onBy} />;
  if (by.kind === 'base64') {
    return (
      <FileField
        label="Raw bytes"
        note={by.base64 === '' ? 'little-endian, as long as the buffer' : 'a file is kept with the document'}
        error={error}
        onBytes={bytes => onBy({ kind: 'base64', base64: encodeBase64(bytes) })}
      />
    );
  }
  const read = (text: string) => {
    const values = readValues(buffer.type)(text);
    if (!values.ok || values.value.length === buffer.length) return values;
    return err(`${values.value.length} values, expected ${buffer.length}`);
  };
  return (
    <TypedField
      lines
      label="Values"
      text={by.values.join(', ')}
      read={read}
      onValue={values => onBy({ kind: 'values', values })}
      error={error}
    />
  );
}

/** Checked as it is typed; a formula that is none yet stays in the field. */
function FormulaField({ formula, error, onBy }: Pick<ByFieldsProps, 'error' | 'onBy'> & { readonly formula: string }) {
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
  const known = read(formula);
  return (
    <TypedField
      lines
      label="Element i"
      text={formula}
      read={read}
      onValue={text => onBy({ kind: 'formula', formula: text })}
      error={error ?? (known.ok ? null : known.error)}
      hint={`i, ${[...names.scalars].join(', ')}${names.scalars.size > 0 ? ', ' : ''}${[...names.buffers].map(b => `${b}[…]`).join(', ')} as before the run; sum(k, from, to, …), min, max, abs, sqrt, // and % round down`}
    />
  );
}
