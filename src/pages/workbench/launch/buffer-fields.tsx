/** A buffer: its name, elements and content, and whether it is read back. */
import { ELEMENT_BYTES, ELEMENT_TYPES, type ElementType } from '../../../trace/launch.ts';
import { ContentFields } from './content-fields.tsx';
import { useEditing } from './editing.ts';
import { renameBuffer, withBuffer } from './launch-edits.ts';
import css from './launch-form.module.css';
import { PickField, TypedField } from './typed-field.tsx';
import { readCount, readName } from './typed-text.ts';

export const TYPE_OPTIONS = ELEMENT_TYPES.map((type): readonly [ElementType, string] => [type, type]);

/** The paths that a guess may have filled. */
export const bufferPaths = (index: number): string[] =>
  ['name', 'type', 'length', 'init'].map(key => `buffers[${index}].${key}`);

export function BufferFields({ index }: { readonly index: number }) {
  const { document, launch, edit, patch, errorAt, isGuessed } = useEditing();
  const buffer = launch.buffers[index];
  const path = `buffers[${index}]`;
  const others = launch.buffers.filter((_, i) => i !== index).map(other => other.name);
  const set = (key: 'type' | 'length' | 'init', value: unknown) =>
    edit(withBuffer(launch, index, { [key]: value }), `${path}.${key}`);
  return (
    <>
      <TypedField
        label="Name"
        text={buffer.name}
        read={readName(others)}
        onValue={name => patch(renameBuffer(document, index, name))}
        guessed={isGuessed(`${path}.name`)}
        error={errorAt(`${path}.name`)}
      />
      <PickField
        label="Type"
        value={buffer.type}
        options={TYPE_OPTIONS}
        guessed={isGuessed(`${path}.type`)}
        error={errorAt(`${path}.type`)}
        onChange={type => set('type', type)}
      />
      <TypedField
        label="Length"
        text={String(buffer.length)}
        read={readCount(1, 2 ** 30 / ELEMENT_BYTES[buffer.type], 'elements')}
        onValue={length => set('length', length)}
        guessed={isGuessed(`${path}.length`)}
        error={errorAt(`${path}.length`)}
      />
      <ContentFields type={buffer.type} init={buffer.init} path={`${path}.init`} onInit={init => set('init', init)} />
      <label className={css.check}>
        <input
          type="checkbox"
          checked={buffer.output ?? false}
          onChange={event => edit(withBuffer(launch, index, { output: event.target.checked }))}
        />
        output: show it after the run
      </label>
    </>
  );
}
