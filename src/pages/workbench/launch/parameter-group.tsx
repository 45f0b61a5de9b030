/** One parameter of the kernel: a buffer behind a pointer, a number, the fields of a struct. */
import type { ParamOutline } from '../../../ptx/outline/module-outline.ts';
import {
  ELEMENT_BYTES,
  type ElementType,
  type Launch,
  type LaunchParam,
  type PointerValue,
  type ScalarValue,
  type StructParam,
} from '../../../trace/launch.ts';
import { BufferFields, bufferPaths, TYPE_OPTIONS } from './buffer-fields.tsx';
import { useEditing } from './editing.ts';
import { GuessMark } from './guess-mark.tsx';
import { placePath, pointersOf, pointTo, pointToCopy, type ValuePlace, withValue } from './launch-edits.ts';
import css from './launch-form.module.css';
import { inWords } from './parameter-words.ts';
import { StructFields } from './struct-fields.tsx';
import { PickField, TypedField } from './typed-field.tsx';
import { readCount, readValue } from './typed-text.ts';

interface ParameterGroupProps {
  readonly index: number;
  readonly value: LaunchParam;
  /** Null where the kernel is not known. */
  readonly outline: ParamOutline | null;
}

export function ParameterGroup({ index, value, outline }: ParameterGroupProps) {
  const { errorAt } = useEditing();
  const name = outline?.name ?? `p${index}`;
  const place = { param: index, field: null };
  const error = errorAt(`params[${index}]`);
  const guesses = useGuessPaths(value, index);
  const isMap = outline?.use.kind === 'tensorMap' || value.kind === 'tensorMap';
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>
        <span className={css.head}>
          <span className={css.name}>{name}</span>
          {outline && <span className={css.what}>{inWords(outline.use)}</span>}
          <GuessMark paths={guesses} what={name} />
        </span>
      </legend>
      {isMap && <p className={css.note}>Tensor maps come with swizzles and pipelines; until then it holds zeros.</p>}
      {!isMap && value.kind === 'pointer' && <PointerFields place={place} value={value} name={name} />}
      {!isMap && value.kind === 'scalar' && <ScalarField place={place} value={value} label="Value" />}
      {!isMap && value.kind === 'struct' && <Fields index={index} value={value} name={name} />}
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Of the parameter and of the buffers that it is the first to point to. */
function useGuessPaths(value: LaunchParam, index: number): string[] {
  const { launch } = useEditing();
  const own = pointersOf(launch).filter(({ place }) => place.startsWith(`params[${index}]`));
  const buffers = own.flatMap(({ place, buffer }) => {
    const at = launch.buffers.findIndex(b => b.name === buffer);
    return firstPointerTo(launch, buffer) === place ? bufferPaths(at) : [];
  });
  if (value.kind === 'scalar') return [`params[${index}].value`];
  const fields = value.kind === 'struct' ? value.fields.map((_, i) => `params[${index}].fields[${i}].value`) : [];
  return [...buffers, ...fields];
}

const firstPointerTo = (launch: Launch, buffer: string): string | undefined =>
  pointersOf(launch).find(pointer => pointer.buffer === buffer)?.place;

interface ValueProps<V> {
  readonly place: ValuePlace;
  readonly value: V;
}

const OWN = '';

function PointerFields({ place, value, name }: ValueProps<PointerValue> & { readonly name: string }) {
  const { document, launch, patch, edit, errorAt } = useEditing();
  const path = placePath(place);
  const at = launch.buffers.findIndex(buffer => buffer.name === value.buffer);
  const owner = firstPointerTo(launch, value.buffer);
  const isShared = owner !== path;
  const others = launch.buffers.filter(b => b.name !== value.buffer || isShared).map(b => b.name);
  const buffer = launch.buffers[at];
  return (
    <>
      {(others.length > 0 || isShared) && (
        <PickField
          label="Points to"
          value={isShared ? value.buffer : OWN}
          options={[[OWN, 'its own buffer'], ...others.map(other => [other, `${other} too`] as const)]}
          error={errorAt(`${path}.buffer`)}
          onChange={to => patch(to === OWN ? pointToCopy(document, place, name) : pointTo(document, place, to))}
        />
      )}
      {!isShared && buffer && <BufferFields index={at} />}
      <TypedField
        label="Byte offset"
        text={String(value.byteOffset ?? 0)}
        read={readCount(0, buffer ? buffer.length * ELEMENT_BYTES[buffer.type] : 0, 'bytes')}
        onValue={byteOffset => edit(withValue(launch, place, { ...value, byteOffset }))}
        error={errorAt(`${path}.byteOffset`)}
      />
    </>
  );
}

function ScalarField({ place, value, label }: ValueProps<ScalarValue> & { readonly label: string }) {
  const { launch, edit, errorAt, isGuessed } = useEditing();
  const path = placePath(place);
  const width = ELEMENT_BYTES[value.type];
  const set = (next: ScalarValue) => edit(withValue(launch, place, next), `${path}.value`);
  return (
    <>
      <TypedField
        label={label}
        text={String(value.value)}
        read={readValue(value.type)}
        onValue={number => set({ kind: 'scalar', type: value.type, value: number })}
        guessed={isGuessed(`${path}.value`)}
        error={errorAt(path, true)}
      />
      <PickField
        label="Type"
        value={value.type}
        options={TYPE_OPTIONS.filter(([type]) => ELEMENT_BYTES[type] === width)}
        onChange={type => set({ kind: 'scalar', type, value: inType(type, value) })}
      />
    </>
  );
}

/** The same number where the other type has it. */
const inType = (type: ElementType, { value }: ScalarValue): ScalarValue['value'] => {
  const same = readValue(type)(String(value));
  return same.ok ? same.value : 0;
};

function Fields({
  index,
  value,
  name,
}: {
  readonly index: number;
  readonly value: StructParam;
  readonly name: string;
}) {
  return (
    <StructFields index={index} value={value}>
      {value.fields.map((field, i) => {
        const place = { param: index, field: i };
        return (
          <div key={field.offset} className={css.inner}>
            <p className={css.what}>byte {field.offset}</p>
            {field.kind === 'pointer' ? (
              <PointerFields place={place} value={field} name={`${name}_${field.offset}`} />
            ) : (
              <ScalarField place={place} value={field} label="Value" />
            )}
          </div>
        );
      })}
    </StructFields>
  );
}
