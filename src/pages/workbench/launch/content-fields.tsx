/** What a buffer or a module variable holds at the start: the kind of content and what that kind needs. */

import { err, ok } from '../../../base/result.ts';
import type { BufferInit, ElementType } from '../../../trace/launch.ts';
import { encodeBase64 } from '../../../trace/launch-bytes-base64.ts';
import { integerLimits } from '../../../trace/launch-bytes-elements.ts';
import { useEditing } from './editing.ts';
import { FileField } from './file-field.tsx';
import { FIRST_INIT } from './launch-edits.ts';
import css from './launch-form.module.css';
import { PickField, TypedField } from './typed-field.tsx';
import { readCount, readValue, readValues } from './typed-text.ts';

const KINDS: readonly (readonly [BufferInit['kind'], string])[] = [
  ['zeros', 'zeros'],
  ['poison', 'poison (0xFF)'],
  ['iota', 'count up'],
  ['random', 'random'],
  ['values', 'values'],
  ['base64', 'a file'],
];

interface ContentProps {
  readonly type: ElementType;
  readonly init: BufferInit;
  /** Of `init`, in the launch. */
  readonly path: string;
  readonly onInit: (init: BufferInit) => void;
}

export function ContentFields(props: ContentProps) {
  const { init, path, onInit } = props;
  const { isGuessed, errorAt } = useEditing();
  return (
    <>
      <PickField
        label="Content"
        value={init.kind}
        options={KINDS}
        guessed={isGuessed(path)}
        error={errorAt(path)}
        onChange={kind => onInit(FIRST_INIT[kind])}
      />
      {init.kind === 'iota' && <IotaFields {...props} init={init} />}
      {init.kind === 'random' && <RandomFields {...props} init={init} />}
      {init.kind === 'values' && <ValuesField {...props} init={init} />}
      {init.kind === 'base64' && <BytesField {...props} init={init} />}
    </>
  );
}

type Of<K extends BufferInit['kind']> = ContentProps & { readonly init: Extract<BufferInit, { readonly kind: K }> };

function IotaFields({ type, init, path, onInit }: Of<'iota'>) {
  const { errorAt } = useEditing();
  const step = integerLimits(type) === null ? type : 's64';
  return (
    <div className={css.inner}>
      <TypedField
        label="Start"
        text={String(init.start ?? 0)}
        read={readValue(type)}
        onValue={start => onInit({ ...init, start })}
        error={errorAt(`${path}.start`)}
      />
      <TypedField
        label="Step"
        text={String(init.step ?? 1)}
        read={readValue(step)}
        onValue={value => onInit({ ...init, step: value })}
        error={errorAt(`${path}.step`)}
      />
    </div>
  );
}

const readNumber = (text: string) => {
  const value = readValue('f64')(text);
  return value.ok ? ok(Number(value.value)) : err('a number');
};

function RandomFields({ type, init, path, onInit }: Of<'random'>) {
  const { errorAt } = useEditing();
  const isFloat = integerLimits(type) === null;
  return (
    <div className={css.inner}>
      <TypedField
        label="Seed"
        text={String(init.seed)}
        read={readCount(1, 0xffff_ffff, '')}
        onValue={seed => onInit({ ...init, seed })}
        error={errorAt(`${path}.seed`)}
      />
      <TypedField
        label="Lowest"
        text={String(init.low ?? 0)}
        read={readNumber}
        onValue={low => onInit({ ...init, low })}
        error={errorAt(`${path}.low`)}
      />
      <TypedField
        label="Highest"
        text={init.high === undefined ? '' : String(init.high)}
        read={readNumber}
        onValue={high => onInit({ ...init, high })}
        error={errorAt(`${path}.high`)}
      />
      {isFloat && (
        <label className={css.check}>
          <input
            type="checkbox"
            checked={init.integers ?? false}
            onChange={event => onInit({ ...init, integers: event.target.checked })}
          />
          whole numbers only
        </label>
      )}
    </div>
  );
}

function ValuesField({ type, init, path, onInit }: Of<'values'>) {
  const { errorAt } = useEditing();
  return (
    <TypedField
      lines
      label="Values"
      text={init.values.join(', ')}
      read={readValues(type)}
      onValue={values => onInit({ kind: 'values', values })}
      error={errorAt(path, true)}
      hint="Typed or pasted, apart by commas or spaces; zeros follow."
    />
  );
}

function BytesField({ init, path, onInit }: Of<'base64'>) {
  const { errorAt } = useEditing();
  const bytes = (init.base64.length / 4) * 3 - (/=*$/.exec(init.base64)?.[0].length ?? 0);
  return (
    <FileField
      label="Raw bytes"
      note={`${bytes.toLocaleString('en')} bytes, little-endian; zeros follow`}
      error={errorAt(path, true)}
      onBytes={file => onInit({ kind: 'base64', base64: encodeBase64(file) })}
    />
  );
}
