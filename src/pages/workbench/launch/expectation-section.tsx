/** Fields for the expected content of each output after the run: a formula, values or a file. */
import { err } from '../../../base/result.ts';
import type { Expectation } from '../../../contract/workbench-document.ts';
import { type Option, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { TextField } from '../../../panels/kit/draft-fields.tsx';
import { PanelSection } from '../../../panels/panel-section.tsx';
import type { BufferSpec, Launch } from '../../../trace/launch.ts';
import { encodeBase64 } from '../../../trace/launch-bytes-base64.ts';
import { useEditing } from './editing.ts';
import { FileField } from './file-field.tsx';
import { FormGroup } from './form-parts.tsx';
import { FormulaField } from './formula-field.tsx';
import { withExpectation } from './launch-edits.ts';
import { readTolerance, readValues } from './typed-text.ts';

export function ExpectationSection() {
  const { document, launch } = useEditing();
  const isExpected = (name: string) => document.expectations.some(e => e.buffer === name);
  const buffers = launch.buffers.filter(buffer => buffer.output || isExpected(buffer.name));
  if (buffers.length === 0) return null;
  return (
    <PanelSection title="Expected outputs">
      {buffers.map(buffer => (
        <ExpectationGroup key={buffer.name} buffer={buffer} />
      ))}
    </PanelSection>
  );
}

type Kind = Exclude<Expectation['by']['kind'], 'bytes'> | 'none';

const KINDS: readonly Option<Kind>[] = [
  { value: 'none', label: 'not checked' },
  { value: 'formula', label: 'a formula' },
  { value: 'values', label: 'values' },
  { value: 'base64', label: 'a file' },
];

/** A formula to change: an input of the same length shows how they are written. */
function firstOf(kind: Exclude<Kind, 'none'>, { name, length }: BufferSpec, { buffers }: Launch): Expectation['by'] {
  if (kind === 'values') return { kind, values: [] };
  if (kind === 'base64') return { kind, base64: '' };
  const input = buffers.find(other => other.name !== name && other.length >= length);
  return { kind, formula: input ? `${input.name}[i]` : '0' };
}

function ExpectationGroup({ buffer }: { readonly buffer: BufferSpec }) {
  const { document, launch, patch } = useEditing();
  const { name, length, type } = buffer;
  const expectation = document.expectations.find(e => e.buffer === name);
  const set = (next: Omit<Expectation, 'buffer'> | null) => patch(withExpectation(document, name, next));
  const { by, tolerance = 0 } = expectation ?? {};
  const choose = (kind: Kind) => set(kind === 'none' ? null : { by: firstOf(kind, buffer, launch), tolerance });
  return (
    <FormGroup name={name} what={`${length.toLocaleString('en')} × ${type}`}>
      <SelectField
        label="Should be"
        value={by?.kind === 'bytes' ? 'base64' : (by?.kind ?? 'none')}
        options={KINDS}
        onChange={choose}
      />
      {by && <ByFields buffer={buffer} by={by} onBy={next => set({ by: next, tolerance })} />}
      {by && (
        <TextField
          label="Tolerance"
          value={String(tolerance)}
          parse={readTolerance}
          onChange={value => set({ by, tolerance: value })}
          hint="Largest difference that still agrees"
        />
      )}
    </FormGroup>
  );
}

interface ByFieldsProps {
  readonly buffer: BufferSpec;
  readonly by: Expectation['by'];
  readonly onBy: (by: Expectation['by']) => void;
}

function ByFields({ buffer, by, onBy }: ByFieldsProps) {
  const { document, errorAt } = useEditing();
  const at = document.expectations.findIndex(e => e.buffer === buffer.name);
  const error = errorAt(`expectations[${at}]`, true);
  if (by.kind === 'formula') {
    const onFormula = (formula: string) => onBy({ kind: 'formula', formula });
    return <FormulaField {...{ error, onFormula }} formula={by.formula} />;
  }
  if (by.kind === 'values') {
    const onChange = (values: (number | string)[]) => onBy({ kind: 'values', values });
    return (
      <TextField lines label="Values" value={by.values.join(', ')} parse={exactly(buffer)} {...{ error, onChange }} />
    );
  }
  const note =
    by.kind === 'base64' && by.base64 === ''
      ? 'little-endian, as long as the buffer'
      : 'a file is kept with the document';
  const onBytes = (bytes: Uint8Array) => onBy({ kind: 'base64', base64: encodeBase64(bytes) });
  return <FileField label="Raw bytes" {...{ note, error, onBytes }} />;
}

/** Reads as many values as the buffer has elements. */
const exactly =
  ({ type, length }: BufferSpec) =>
  (text: string) => {
    const values = readValues(type)(text);
    if (!values.ok || values.value.length === length) return values;
    return err(`${values.value.length} values, expected ${length}`);
  };
