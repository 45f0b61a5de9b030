/** A struct's fields: those that the code loads, and more that the user adds; other bytes are zero. */
import { useState } from 'react';
import { CHUNK_BYTES, TENSOR_MAP_ALIGN_BYTES } from '../../../base/hardware.ts';
import { type Option, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { TextField } from '../../../panels/kit/draft-fields.tsx';
import { type ElementType, fieldBytes, type StructParam, type StructValue } from '../../../trace/launch.ts';
import { TYPE_OPTIONS } from './buffer-fields.tsx';
import { useEditing } from './editing.ts';
import { FieldProblem } from './form-parts.tsx';
import { ImageFields } from './image-fields.tsx';
import { isShown } from './image-words.ts';
import css from './launch-form.module.css';
import type { ValuePlace } from './launch-parts.ts';
import { hexText, readHex, structBytes, withStructBytes } from './struct-bytes.ts';
import { TensorMapFields } from './tensor-map-fields.tsx';
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
      <p className="caption">{value.sizeBytes} bytes; those that no field covers are zero.</p>
      {value.fields.map((field, i) => {
        const place = { param: index, field: i };
        return (
          <div key={field.offset} className={`list ${css.inner}`}>
            <p className="caption">byte {field.offset}</p>
            <FieldOfStruct {...{ place, field }} name={`${name}_${field.offset}`} />
          </div>
        );
      })}
      <NewField {...{ index, value }} />
      <RawBytes {...{ index, value }} />
      <FieldProblem text={errorAt(`params[${index}].fields`)} />
    </>
  );
}

interface FieldOfStructProps {
  readonly place: ValuePlace;
  readonly field: StructValue;
  readonly name: string;
}

function FieldOfStruct({ place, field, name }: FieldOfStructProps) {
  if (field.kind === 'pointer') return <PointerFields {...{ place, name }} value={field} />;
  if (field.kind === 'scalar') return <ScalarFields place={place} value={field} />;
  if (isShown(field)) return <ImageFields {...{ place, name }} value={field} />;
  return <TensorMapFields {...{ place, name }} value={field} />;
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
      <summary className="prose">Raw bytes</summary>
      <TextField
        lines
        label="Bytes, hexadecimal"
        value={hexText(structBytes(value))}
        parse={readHex(value.sizeBytes)}
        onChange={set}
        hint="Lowest address first. The launch gives those of pointers and tensor maps."
      />
    </details>
  );
}

type NewKind = ElementType | 'tensorMap';

const NEW_OPTIONS: readonly Option<NewKind>[] = [...TYPE_OPTIONS, { value: 'tensorMap', label: 'tensor map' }];

/** A map of one chunk of the first buffer, to be filled in; null where a map cannot start, or has no buffer. */
function newField(kind: NewKind, offset: number, buffer: string | undefined): StructValue | null {
  if (kind !== 'tensorMap') return { offset, kind: 'scalar', type: kind, value: 0 };
  if (buffer === undefined || offset % TENSOR_MAP_ALIGN_BYTES !== 0) return null;
  return {
    ...{ offset, kind, buffer, type: 'u8', dims: [CHUNK_BYTES], stridesBytes: [], box: [CHUNK_BYTES] },
    ...{ elementStrides: [1], interleave: 'none', swizzle: 'none', oobFill: 'zero' },
  };
}

function NewField({ index, value }: Omit<StructFieldsProps, 'name'>) {
  const { launch, edit } = useEditing();
  const [kind, setKind] = useState<NewKind>('s32');
  const [offset, setOffset] = useState(0);
  const field = newField(kind, offset, launch.buffers[0]?.name);
  const end = offset + (field ? fieldBytes(field) : 0);
  const isFree =
    field !== null &&
    end <= value.sizeBytes &&
    value.fields.every(f => f.offset >= end || f.offset + fieldBytes(f) <= offset);
  const add = () => {
    if (field === null) return;
    const fields = [...value.fields, field];
    edit({ ...launch, params: launch.params.with(index, { ...value, fields }) });
  };
  const readOffset = readCount(0, value.sizeBytes - 1, 'bytes');
  return (
    <details>
      <summary className="prose">Add a field</summary>
      <TextField label="At byte" value={String(offset)} parse={readOffset} onChange={setOffset} />
      <SelectField label="Type" value={kind} options={NEW_OPTIONS} onChange={setKind} />
      <button type="button" className="button" disabled={!isFree} onClick={add}>
        {isFree ? 'Add' : 'There is no room there'}
      </button>
    </details>
  );
}
