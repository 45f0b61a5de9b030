/** A struct's fields: those that the code loads, and more that somebody adds; other bytes are zero. */
import { type ReactNode, useState } from 'react';
import { ELEMENT_BYTES, type ElementType, type StructParam } from '../../../trace/launch.ts';
import { TYPE_OPTIONS } from './buffer-fields.tsx';
import { useEditing } from './editing.ts';
import css from './launch-form.module.css';
import { PickField, TypedField } from './typed-field.tsx';
import { readCount } from './typed-text.ts';

interface StructFieldsProps {
  readonly index: number;
  readonly value: StructParam;
  /** The editors of the fields. */
  readonly children: ReactNode;
}

export function StructFields({ index, value, children }: StructFieldsProps) {
  const { launch, edit, errorAt } = useEditing();
  const [type, setType] = useState<ElementType>('s32');
  const [offset, setOffset] = useState(0);
  const end = offset + ELEMENT_BYTES[type];
  const isFree = end <= value.sizeBytes && value.fields.every(f => f.offset >= end || f.offset + sizeOf(f) <= offset);
  const add = () => {
    const fields = [...value.fields, { offset, kind: 'scalar' as const, type, value: 0 }];
    const params = launch.params.map((param, i) => (i === index ? { ...value, fields } : param));
    edit({ ...launch, params });
  };
  const error = errorAt(`params[${index}].fields`, true);
  return (
    <>
      <p className={css.note}>{value.sizeBytes} bytes; those that no field covers are zero.</p>
      {children}
      <details>
        <summary className={css.label}>Add a field</summary>
        <TypedField
          label="At byte"
          text={String(offset)}
          read={readCount(0, value.sizeBytes - 1, 'bytes')}
          onValue={setOffset}
        />
        <PickField label="Type" value={type} options={TYPE_OPTIONS} onChange={setType} />
        <button type="button" className={css.small} disabled={!isFree} onClick={add}>
          {isFree ? 'Add' : 'These bytes are taken'}
        </button>
      </details>
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

const sizeOf = (field: StructParam['fields'][number]): number =>
  field.kind === 'pointer' ? ELEMENT_BYTES.u64 : ELEMENT_BYTES[field.type];
