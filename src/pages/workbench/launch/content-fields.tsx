/** Fields for the initial content of a buffer or a module variable: its kind, and what that kind needs. */
import { err, ok } from '../../../base/result.ts';
import { CheckField, type Option, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { TextField } from '../../../panels/kit/draft-fields.tsx';
import type { BufferInit, ElementType } from '../../../trace/launch.ts';
import { base64Length, encodeBase64 } from '../../../trace/launch-bytes-base64.ts';
import { integerLimits } from '../../../trace/launch-bytes-elements.ts';
import { useEditing } from './editing.ts';
import { FileField } from './file-field.tsx';
import css from './launch-form.module.css';
import { type ChosenKind, FIRST_INIT } from './launch-parts.ts';
import { readCount, readValue, readValues, type TypedValue } from './typed-text.ts';

const KINDS: readonly Option<ChosenKind>[] = [
  { value: 'zeros', label: 'zeros' },
  { value: 'poison', label: 'poison (0xFF)' },
  { value: 'iota', label: 'count up' },
  { value: 'random', label: 'random' },
  { value: 'values', label: 'values' },
  { value: 'base64', label: 'a file' },
];

interface ContentProps {
  readonly type: ElementType;
  readonly init: BufferInit;
  /** Path of `init` in the launch. */
  readonly path: string;
  readonly onInit: (init: BufferInit) => void;
}

export function ContentFields(props: ContentProps) {
  const { init, path, onInit } = props;
  const { isGuessed, errorAt } = useEditing();
  return (
    <>
      <SelectField
        label="Content"
        value={init.kind === 'bytes' ? 'base64' : init.kind}
        options={KINDS}
        guessed={isGuessed(path)}
        error={errorAt(path)}
        onChange={kind => onInit(FIRST_INIT[kind])}
      />
      {init.kind === 'iota' && <IotaFields {...props} init={init} />}
      {init.kind === 'random' && <RandomFields {...props} init={init} />}
      {init.kind === 'values' && <ValuesField {...props} init={init} />}
      {(init.kind === 'base64' || init.kind === 'bytes') && <BytesField {...props} init={init} />}
    </>
  );
}

type Of<K extends BufferInit['kind']> = ContentProps & { readonly init: Extract<BufferInit, { readonly kind: K }> };

interface PartFieldProps<T> {
  readonly label: string;
  readonly path: string;
  readonly value: number | string | undefined;
  readonly parse: (text: string) => TypedValue<T>;
  readonly onChange: (value: T) => void;
}

/** One number of a content. */
function PartField<T>({ label, path, value = '', parse, onChange }: PartFieldProps<T>) {
  const { errorAt } = useEditing();
  return <TextField {...{ label, parse, onChange }} value={String(value)} error={errorAt(path)} />;
}

function IotaFields({ type, init, path, onInit }: Of<'iota'>) {
  // A step down is a step, in unsigned types as well.
  const stepType = integerLimits(type) === null ? type : 's64';
  const { start = 0, step = 1 } = init;
  const set = (part: Partial<typeof init>) => onInit({ ...init, ...part });
  return (
    <div className={`list ${css.inner}`}>
      <PartField
        label="Start"
        path={`${path}.start`}
        value={start}
        parse={readValue(type)}
        onChange={value => set({ start: value })}
      />
      <PartField
        label="Step"
        path={`${path}.step`}
        value={step}
        parse={readValue(stepType)}
        onChange={value => set({ step: value })}
      />
    </div>
  );
}

const readNumber = (text: string) => {
  const value = readValue('f64')(text);
  return value.ok ? ok(Number(value.value)) : err('a number');
};
const readSeed = readCount(1, 0xffff_ffff, '');

function RandomFields({ type, init, path, onInit }: Of<'random'>) {
  const set = (part: Partial<typeof init>) => onInit({ ...init, ...part });
  const { seed, low = 0, high, integers = false } = init;
  return (
    <div className={css.inner}>
      <PartField label="Seed" path={`${path}.seed`} value={seed} parse={readSeed} onChange={v => set({ seed: v })} />
      <PartField label="Lowest" path={`${path}.low`} value={low} parse={readNumber} onChange={v => set({ low: v })} />
      <PartField
        label="Highest"
        path={`${path}.high`}
        value={high}
        parse={readNumber}
        onChange={v => set({ high: v })}
      />
      {integerLimits(type) === null && (
        <CheckField label="whole numbers only" checked={integers} onChange={on => set({ integers: on })} />
      )}
    </div>
  );
}

function ValuesField({ type, init, path, onInit }: Of<'values'>) {
  const { errorAt } = useEditing();
  return (
    <TextField
      lines
      label="Values"
      value={init.values.join(', ')}
      parse={readValues(type)}
      onChange={values => onInit({ kind: 'values', values })}
      error={errorAt(path, true)}
      hint="Typed or pasted, separated by commas or spaces; the rest is zeros."
    />
  );
}

function BytesField({ init, path, onInit }: Of<'base64' | 'bytes'>) {
  const { errorAt } = useEditing();
  const bytes = init.kind === 'bytes' ? init.bytes.length : base64Length(init.base64);
  return (
    <FileField
      label="Raw bytes"
      note={`${bytes.toLocaleString('en')} bytes, little-endian; the rest is zeros`}
      error={errorAt(path, true)}
      onBytes={file => onInit({ kind: 'base64', base64: encodeBase64(file) })}
    />
  );
}
