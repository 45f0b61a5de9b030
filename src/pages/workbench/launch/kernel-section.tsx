/** Which kernel, and how many threads: entry, grid, block, dynamic shared bytes. */
import { PanelSection } from '../../../panels/panel-section.tsx';
import type { Dim3 } from '../../../trace/launch.ts';
import { useEditing } from './editing.ts';
import { GuessMark } from './guess-mark.tsx';
import { fitLaunch } from './launch-edits.ts';
import css from './launch-form.module.css';
import { PickField, TypedField } from './typed-field.tsx';
import { readCount } from './typed-text.ts';

export function KernelSection() {
  const { launch, entry } = useEditing();
  const threads = launch.block[0] * launch.block[1] * launch.block[2];
  const ctas = launch.grid[0] * launch.grid[1] * launch.grid[2];
  return (
    <PanelSection title="Kernel">
      <EntryField />
      <SizeFields name="grid" label="Grid" unit="CTAs" most={[2 ** 31 - 1, 65_535, 65_535]} />
      <SizeFields name="block" label="Block" unit="threads" most={[1024, 1024, 64]} />
      <p className={css.note}>
        {ctas.toLocaleString('en')} {ctas === 1 ? 'CTA' : 'CTAs'} of {threads.toLocaleString('en')} threads
        {threads % 32 !== 0 && `: the last warp of each has ${threads % 32}`}
        {entry?.requiredBlock && `; the kernel asks for blocks of ${entry.requiredBlock.join(' × ')}`}
      </p>
      <SharedField />
    </PanelSection>
  );
}

function EntryField() {
  const { document, launch, outline, entry, patch, errorAt } = useEditing();
  if (!outline) return null;
  const { entries } = outline;
  if (entries.length === 1) return <p className={css.name}>{entries[0].plainName}</p>;
  const options = entries.map(({ name, plainName }) => {
    const twins = entries.filter(other => other.plainName === plainName).length > 1;
    return [name, twins ? name : plainName] as const;
  });
  return (
    <PickField
      label="Kernel"
      value={entry?.name ?? ''}
      options={entry ? options : [['', '—'], ...options]}
      error={errorAt('entry')}
      onChange={name => {
        const chosen = entries.find(other => other.name === name);
        const renamed = { ...document, launch: { ...launch, entry: name } };
        if (chosen) patch(fitLaunch(renamed, outline, chosen));
      }}
    />
  );
}

const AXES = ['x', 'y', 'z'] as const;

interface SizeFieldsProps {
  readonly name: 'grid' | 'block';
  readonly label: string;
  readonly unit: string;
  readonly most: Dim3;
}

function SizeFields({ name, label, unit, most }: SizeFieldsProps) {
  const { launch, edit, errorAt, isGuessed } = useEditing();
  const set = (axis: number) => (value: number) => {
    const sizes = launch[name].map((old, i) => (i === axis ? value : old));
    edit({ ...launch, [name]: sizes }, name);
  };
  const error = errorAt(name);
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>
        <span className={css.head}>
          <span className={css.label}>
            {label}, {unit}
          </span>
          <GuessMark paths={[name]} what={label} />
        </span>
      </legend>
      <div className={css.triple}>
        {AXES.map((axis, i) => (
          <TypedField
            key={axis}
            bare
            label={`${label} ${axis}`}
            text={String(launch[name][i])}
            read={readCount(1, most[i], unit)}
            onValue={set(i)}
            guessed={isGuessed(name)}
            error={errorAt(`${name}[${i}]`)}
          />
        ))}
      </div>
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function SharedField() {
  const { launch, entry, edit, errorAt, isGuessed } = useEditing();
  const path = 'dynamicSharedBytes';
  const isStatic = entry !== null && entry.dynamicSharedAccessBytes === null;
  if (isStatic && (launch.dynamicSharedBytes ?? 0) === 0) {
    return (
      <p className={css.note}>
        {entry.staticSharedBytes === 0
          ? 'No shared memory.'
          : `${entry.staticSharedBytes.toLocaleString('en')} B of shared memory, all static.`}
      </p>
    );
  }
  return (
    <>
      <TypedField
        label="Dynamic shared, bytes"
        text={String(launch.dynamicSharedBytes ?? 0)}
        read={readCount(0, 2 ** 20, 'bytes')}
        onValue={dynamicSharedBytes => edit({ ...launch, dynamicSharedBytes }, path)}
        guessed={isGuessed(path)}
        error={errorAt(path)}
      />
      <GuessMark paths={[path]} what="Dynamic shared bytes" />
    </>
  );
}
