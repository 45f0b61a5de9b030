/** A struct's fields: those that the code loads, and more that somebody adds; other bytes are zero. */
import { useState } from 'react';
import { ELEMENT_BYTES, type ElementType, type StructParam } from '../../../trace/launch.ts';
import { TYPE_OPTIONS } from './buffer-fields.tsx';
import { useEditing } from './editing.ts';
import { FieldProblem } from './form-parts.tsx';
import css from './launch-form.module.css';
import { PickField } from './pick-field.tsx';
import { fieldBytes, hexText, readHex, structBytes, withStructBytes } from './struct-bytes.ts';
import { TypedField } from './typed-field.tsx';
import { readCount } from './typed-text.ts';
import { PointerFields, ScalarFields } from './value-fields.tsx';

interface StructFieldsProps {
  readonly index: number;
  readonly value: StructParam;
  readonly name: string;
}

export function StructFields({ index, value, name }: StructFieldsProps) {
  const { errorAt } = useEditing();
  return (
    <>
      <p className={css.note}>{value.sizeBytes} bytes; those that no field covers are zero.</p>
      {value.fields.map((field, i) => {
        const place = { param: index, field: i };
        return (
          <div key={field.offset} className={css.inner}>
            <p className={css.what}>byte {field.offset}</p>
            {field.kind === 'pointer' ? (
              <PointerFields place={place} value={field} name={`${name}_${field.offset}`} />
            ) : (
              <ScalarFields place={place} value={field} />
            )}
          </div>
        );
      })}
      <NewField {...{ index, value }} />
      <RawBytes {...{ index, value }} />
      <FieldProblem text={errorAt(`params[${index}].fields`)} />
    </>
  );
}

function RawBytes({ index, value }: Omit<StructFieldsProps, 'name'>) {
  const { launch, edit } = useEditing();
  const set = (bytes: Uint8Array) => {
    const struct = withStructBytes(value, bytes);
    const settled = struct.fields.map((_, i) => `params[${index}].fields[${i}].value`);
    edit({ ...launch, params: launch.params.with(index, struct) }, ...settled);
  };
  return (
    <details>
      <summary className={css.label}>Raw bytes</summary>
      <TypedField
        lines
        label="Bytes, hexadecimal"
        text={hexText(structBytes(value))}
        read={readHex(value.sizeBytes)}
        onValue={set}
        hint="Lowest address first. Those of pointers are the launch’s to give."
      />
    </details>
  );
}

function NewField({ index, value }: Omit<StructFieldsProps, 'name'>) {
  const { launch, edit } = useEditing();
  const [type, setType] = useState<ElementType>('s32');
  const [offset, setOffset] = useState(0);
  const end = offset + ELEMENT_BYTES[type];
  const isFree =
    end <= value.sizeBytes && value.fields.every(f => f.offset >= end || f.offset + fieldBytes(f) <= offset);
  const add = () => {
    const fields = [...value.fields, { offset, kind: 'scalar' as const, type, value: 0 }];
    edit({ ...launch, params: launch.params.with(index, { ...value, fields }) });
  };
  const readOffset = readCount(0, value.sizeBytes - 1, 'bytes');
  return (
    <details>
      <summary className={css.label}>Add a field</summary>
      <TypedField label="At byte" text={String(offset)} read={readOffset} onValue={setOffset} />
      <PickField label="Type" value={type} options={TYPE_OPTIONS} onChange={setType} />
      <button type="button" className={css.small} disabled={!isFree} onClick={add}>
        {isFree ? 'Add' : 'These bytes are taken'}
      </button>
    </details>
  );
}
