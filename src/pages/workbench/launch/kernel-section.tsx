/** Fields for the kernel and its number of threads: entry, grid, block, shared bytes. */
import { useMemo, useState } from 'react';
import { ok } from '../../../base/result.ts';
import { SHARED_BASE_BYTES } from '../../../contract/workbench-document.ts';
import { CheckField, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { TextField } from '../../../panels/kit/draft-fields.tsx';
import { PanelSection } from '../../../panels/panel-section.tsx';
import { entryOf } from '../../../ptx/outline/entry-fit.ts';
import { kernelNameOf } from '../../../ptx/outline/kernel-name.ts';
import type { KernelName } from '../../../ptx/outline/module-outline.ts';
import { useEditing } from './editing.ts';
import { GuessMark } from './guess-mark.tsx';
import { kernelOptions, listedKernels, MOST_LISTED } from './kernel-options.ts';
import { fitLaunch } from './launch-edits.ts';
import css from './launch-form.module.css';
import { withOverlap } from './launch-parts.ts';
import { ClusterFields, SizeFields } from './size-fields.tsx';
import { readCount, readMultiple } from './typed-text.ts';

export function KernelSection() {
  const { launch, entry } = useEditing();
  const threads = launch.block[0] * launch.block[1] * launch.block[2];
  const ctas = launch.grid[0] * launch.grid[1] * launch.grid[2];
  return (
    <PanelSection title="Kernel">
      <EntryField />
      <SizeFields name="grid" label="Grid" unit="CTAs" most={[2 ** 31 - 1, 65_535, 65_535]} />
      <SizeFields name="block" label="Block" unit="threads" most={[1024, 1024, 64]} />
      <p className="caption">
        {counted(ctas, 'CTA')} of {counted(threads, 'thread')}
        {threads % 32 !== 0 && threads > 32 && `: the last warp of each has ${threads % 32}`}
        {entry?.requiredBlock && `; the kernel asks for blocks of ${entry.requiredBlock.join(' × ')}`}
      </p>
      <ClusterFields />
      <SharedField />
      <SharedBaseField />
      <OverlapField />
    </PanelSection>
  );
}

const counted = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;

function EntryField() {
  const { document, launch, outline, entry, patch, readKernel, errorAt } = useEditing();
  const options = useMemo(() => kernelOptions(outline?.kernels ?? []), [outline]);
  const [part, setPart] = useState('');
  if (!outline) return null;
  if (outline.kernels.length === 1) return <p className={css.name}>{shownName(outline.kernels[0])}</p>;
  const choose = async (name: string) => {
    const read = entryOf(outline, name) ? outline : await readKernel(name);
    const chosen = read && entryOf(read, name);
    if (chosen) patch(fitLaunch({ ...document, launch: { ...launch, entry: name } }, read, chosen));
  };
  const value = entry?.name ?? '';
  const { listed, found } = listedKernels(options, part, value);
  return (
    <>
      {options.length > MOST_LISTED && (
        <TextField
          label="Find a kernel"
          value={part}
          placeholder="part of its name"
          hint={foundWords(found)}
          parse={ok}
          onChange={setPart}
        />
      )}
      <SelectField label="Kernel" value={value} options={listed} error={errorAt('entry')} onChange={choose} />
    </>
  );
}

const foundWords = (found: number): string =>
  found > MOST_LISTED
    ? `The first ${MOST_LISTED} of ${counted(found, 'kernel')} are listed`
    : `${counted(found, 'kernel')} ${found === 1 ? 'has' : 'have'} it`;

function SharedField() {
  const { launch, entry, edit, errorAt, isGuessed } = useEditing();
  const path = 'dynamicSharedBytes';
  const { dynamicSharedBytes = 0 } = launch;
  if (entry?.dynamicSharedAccessBytes === null && dynamicSharedBytes === 0) {
    return <p className="caption">{staticWords(entry.staticSharedBytes)}</p>;
  }
  return (
    <>
      <TextField
        label="Dynamic shared, B"
        value={String(dynamicSharedBytes)}
        parse={readCount(0, 2 ** 20, 'bytes')}
        onChange={bytes => edit({ ...launch, dynamicSharedBytes: bytes }, path)}
        guessed={isGuessed(path)}
        error={errorAt(path)}
      />
      <GuessMark paths={[path]} what="Dynamic shared, B" />
    </>
  );
}

/** Field that matters only for swizzles, which follow absolute addresses. */
function SharedBaseField() {
  const { document, launch, entry, patch, errorAt } = useEditing();
  const { sharedBaseBytes = 0 } = document;
  const usesShared = (entry?.staticSharedBytes ?? 0) > 0 || (launch.dynamicSharedBytes ?? 0) > 0;
  if (!usesShared && sharedBaseBytes === 0) return null;
  return (
    <TextField
      label="Shared base, B"
      value={String(sharedBaseBytes)}
      parse={readSharedBase}
      onChange={bytes => patch({ sharedBaseBytes: bytes })}
      error={errorAt('sharedBaseBytes')}
    />
  );
}

function OverlapField() {
  const { launch, edit } = useEditing();
  return (
    <CheckField
      label="starts before the launch ahead of it ends"
      help="Programmatic stream serialization: the kernel itself waits (griddepcontrol.wait)"
      checked={launch.programmaticStreamSerialization ?? false}
      onChange={overlaps => edit(withOverlap(launch, overlaps))}
    />
  );
}

const readSharedBase = readMultiple(SHARED_BASE_BYTES.step, SHARED_BASE_BYTES.most, 'bytes');

const staticWords = (bytes: number): string =>
  bytes === 0 ? 'No shared memory.' : `${bytes.toLocaleString('en')} B of shared memory, all static.`;

/** Template arguments beyond the grammar of names are left out: they may have a thousand characters. */
const shownName = ({ name, plainName }: KernelName): string =>
  plainName.startsWith('_Z') ? kernelNameOf(name) : plainName;
