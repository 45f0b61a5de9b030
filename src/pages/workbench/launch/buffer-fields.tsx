/** A buffer: its name, elements and content, and whether it is read back. */

import { CheckField, optionsOf, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { TextField } from '../../../panels/kit/draft-fields.tsx';
import { ELEMENT_BYTES, ELEMENT_TYPES } from '../../../trace/launch.ts';
import { ContentFields } from './content-fields.tsx';
import { useEditing } from './editing.ts';
import { renameBuffer } from './launch-edits.ts';
import { withBuffer, withLaunchBefore } from './launch-parts.ts';
import { readCount, readName } from './typed-text.ts';

export const TYPE_OPTIONS = optionsOf(ELEMENT_TYPES);

/** The paths that a guess may have filled. */
export const bufferPaths = (index: number): string[] =>
  ['name', 'type', 'length', 'init'].map(key => `buffers[${index}].${key}`);

export function BufferFields({ index }: { readonly index: number }) {
  const { launch, edit, errorAt, isGuessed } = useEditing();
  const { type, length, init, fields = [], output = false } = launch.buffers[index];
  const path = `buffers[${index}]`;
  const of = (key: 'type' | 'length' | 'init') => ({
    guessed: isGuessed(`${path}.${key}`),
    error: errorAt(`${path}.${key}`),
    set: (value: unknown) => edit(withBuffer(launch, index, { [key]: value }), `${path}.${key}`),
  });
  const readLength = readCount(1, 2 ** 30 / ELEMENT_BYTES[type], 'elements');
  const setOutput = (on: boolean) => edit(withBuffer(launch, index, { output: on }));
  const { set: setType, ...typeState } = of('type');
  const { set: setLength, ...lengthState } = of('length');
  return (
    <>
      <NameField index={index} />
      <SelectField label="Type" value={type} options={TYPE_OPTIONS} {...typeState} onChange={setType} />
      <TextField label="Elements" value={String(length)} parse={readLength} {...lengthState} onChange={setLength} />
      <ContentFields {...{ type, init }} path={`${path}.init`} onInit={of('init').set} />
      {fields.length > 0 && <p className="caption">{addressWords(fields.length)}</p>}
      <CheckField label="output: show it after the run" checked={output} onChange={setOutput} />
      <LaunchBeforeField index={index} />
    </>
  );
}

const addressWords = (count: number): string =>
  `${count === 1 ? 'An address lies' : `${count} addresses lie`} in it, over what the content says.`;

const USES_BEFORE = [
  { value: 'unknown', label: 'not known' },
  { value: 'writes', label: 'writes it' },
  { value: 'reads', label: 'reads it' },
  { value: 'nothing', label: 'leaves it alone' },
] as const;

/** What the launch before does with the buffer: of interest only if the two overlap. */
function LaunchBeforeField({ index }: { readonly index: number }) {
  const { launch, edit } = useEditing();
  const { launchBefore } = launch.buffers[index];
  if (launchBefore === undefined && !launch.programmaticStreamSerialization) return null;
  return (
    <SelectField
      label="Launch before"
      value={launchBefore ?? 'unknown'}
      options={USES_BEFORE}
      onChange={does => edit(withLaunchBefore(launch, index, does === 'unknown' ? null : does))}
    />
  );
}

function NameField({ index }: { readonly index: number }) {
  const { document, launch, patch, errorAt, isGuessed } = useEditing();
  const path = `buffers[${index}].name`;
  const others = launch.buffers.filter((_, i) => i !== index).map(other => other.name);
  return (
    <TextField
      label="Name"
      value={launch.buffers[index].name}
      parse={readName(others)}
      onChange={name => patch(renameBuffer(document, index, name))}
      guessed={isGuessed(path)}
      error={errorAt(path)}
    />
  );
}
