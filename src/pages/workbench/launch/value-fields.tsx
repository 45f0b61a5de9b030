/** A pointer with the buffer behind it, and a number: as parameters, and as fields of structs. */

import { optionsOf, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { TextField } from '../../../panels/kit/draft-fields.tsx';
import { ELEMENT_BYTES, type ElementType, type PointerValue, type ScalarValue } from '../../../trace/launch.ts';
import { BufferFields, TYPE_OPTIONS } from './buffer-fields.tsx';
import { useEditing } from './editing.ts';
import { pointTo, pointToCopy } from './launch-edits.ts';
import css from './launch-form.module.css';
import { buffersBehind, firstPointerTo, placePath, type ValuePlace, withValue } from './launch-parts.ts';
import { readCount, readValue } from './typed-text.ts';

interface PointerFieldsProps extends TargetProps {
  readonly value: PointerValue;
}

export function PointerFields({ place, value, name }: PointerFieldsProps) {
  const { launch, edit, errorAt } = useEditing();
  const buffer = launch.buffers.find(other => other.name === value.buffer);
  return (
    <>
      <TargetFields {...{ place, value, name }} />
      <TextField
        label="Byte offset"
        value={String(value.byteOffset ?? 0)}
        parse={readCount(0, buffer ? buffer.length * ELEMENT_BYTES[buffer.type] : 0, 'bytes')}
        onChange={byteOffset => edit(withValue(launch, place, { ...value, byteOffset }))}
        error={errorAt(`${placePath(place)}.byteOffset`)}
      />
    </>
  );
}

interface TargetProps {
  readonly place: ValuePlace;
  readonly value: Pick<PointerValue, 'buffer'>;
  /** Name for a buffer of its own. */
  readonly name: string;
}

/** The buffer behind a pointer or a tensor map, with its fields where it is shown first. */
export function TargetFields({ place, value, name }: TargetProps) {
  const { launch } = useEditing();
  const at = launch.buffers.findIndex(buffer => buffer.name === value.buffer);
  const isOwner = firstPointerTo(launch, value.buffer) === placePath(place);
  return (
    <>
      <TargetField {...{ place, value, name }} />
      {isOwner && at >= 0 && <BufferFields index={at} />}
      {isOwner && at >= 0 && <BuffersBehind index={at} />}
    </>
  );
}

/** Buffers that pointers in a buffer lead to. */
function BuffersBehind({ index }: { readonly index: number }) {
  const { launch } = useEditing();
  return buffersBehind(launch, index).map(at => {
    const { name, type, length } = launch.buffers[at];
    return (
      <details key={name}>
        <summary className="prose">{`${name}: ${length} ${type}`}</summary>
        <div className={`list ${css.inner}`}>
          <BufferFields index={at} />
          <BuffersBehind index={at} />
        </div>
      </details>
    );
  });
}

const OWN = '';

/** Its own buffer, or another parameter's. */
function TargetField({ place, value, name }: TargetProps) {
  const { document, launch, patch, errorAt } = useEditing();
  const isShared = firstPointerTo(launch, value.buffer) !== placePath(place);
  const others = launch.buffers.filter(b => b.name !== value.buffer || isShared).map(b => b.name);
  if (others.length === 0) return null;
  return (
    <SelectField
      label="Points to"
      value={isShared ? value.buffer : OWN}
      options={[{ value: OWN, label: 'its own buffer' }, ...optionsOf(others, other => `${other} too`)]}
      error={errorAt(`${placePath(place)}.buffer`)}
      onChange={to => patch(to === OWN ? pointToCopy(document, place, name) : pointTo(document, place, to))}
    />
  );
}

interface ScalarFieldsProps {
  readonly place: ValuePlace;
  readonly value: ScalarValue;
}

export function ScalarFields({ place, value: { type, value } }: ScalarFieldsProps) {
  const { launch, edit, errorAt, isGuessed } = useEditing();
  const path = placePath(place);
  const set = (next: Omit<ScalarValue, 'kind'>) =>
    edit(withValue(launch, place, { kind: 'scalar', ...next }), `${path}.value`);
  return (
    <>
      <TextField
        label="Value"
        value={String(value)}
        parse={readValue(type)}
        onChange={number => set({ type, value: number })}
        guessed={isGuessed(`${path}.value`)}
        error={errorAt(path, true)}
      />
      <SelectField
        label="Type"
        value={type}
        options={TYPE_OPTIONS.filter(({ value: other }) => ELEMENT_BYTES[other] === ELEMENT_BYTES[type])}
        onChange={other => set({ type: other, value: inType(other, value) })}
      />
    </>
  );
}

/** The same number where the other type has it. */
const inType = (type: ElementType, value: ScalarValue['value']): ScalarValue['value'] => {
  const same = readValue(type)(String(value));
  return same.ok ? same.value : 0;
};
