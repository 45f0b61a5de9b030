/** The launch form: made from the module's own parameters, guesses marked, errors at their fields. */
import { useMemo } from 'react';
import type { FieldError } from '../../../base/field-error.ts';
import { parseLaunch } from '../../../contract/launch.ts';
import type { WorkbenchDocument } from '../../../contract/workbench-document.ts';
import { PanelSection } from '../../../panels/panel-section.tsx';
import { entryOf, launchMisfit } from '../../../ptx/outline/entry-fit.ts';
import type { ModuleOutline } from '../../../ptx/outline/module-outline.ts';
import { type Editing, EditingContext, useEditing } from './editing.ts';
import { ExpectationSection } from './expectation-section.tsx';
import { GuessSummary } from './guess-mark.tsx';
import { KernelSection } from './kernel-section.tsx';
import { fitLaunch, type Patch } from './launch-edits.ts';
import css from './launch-form.module.css';
import { ParameterGroup } from './parameter-group.tsx';
import { RunSection } from './run-section.tsx';
import { SymbolSection } from './symbol-section.tsx';

interface LaunchFormProps {
  readonly document: WorkbenchDocument;
  /** Null until the program is compiled, or while its PTX cannot be read: then the launch is shown as it is. */
  readonly outline: ModuleOutline | null;
  readonly readKernel: Editing['readKernel'];
  /** Errors of the last run in the launch; paths as in `Launch` and in the document. */
  readonly errors: readonly FieldError[];
  readonly onChange: (patch: Patch) => void;
}

/** Give it a key per document: what is half typed belongs to one. */
export function LaunchForm({ document, outline, readKernel, errors, onChange }: LaunchFormProps) {
  const { launch } = document;
  const known = useMemo(() => {
    const parsed = parseLaunch(launch);
    return parsed.ok ? errors : [parsed.error, ...errors];
  }, [launch, errors]);
  const entry = outline && entryOf(outline, launch.entry);
  return (
    <EditingContext value={{ document, launch, outline, entry, readKernel, errors: known, patch: onChange }}>
      <form className={css.form} aria-label="Launch" data-own-keys onSubmit={event => event.preventDefault()}>
        <Misfit />
        <OtherErrors />
        <GuessSummary />
        <KernelSection />
        <ParameterSection />
        <SymbolSection />
        <RunSection />
        <ExpectationSection />
      </form>
    </EditingContext>
  );
}

function ParameterSection() {
  const { launch, entry } = useEditing();
  if (launch.params.length === 0) return null;
  return (
    <PanelSection title="Parameters">
      {launch.params.map((value, i) => (
        <ParameterGroup
          key={`${entry?.name} ${entry?.params[i]?.name ?? i}`}
          index={i}
          value={value}
          outline={entry?.params[i] ?? null}
        />
      ))}
    </PanelSection>
  );
}

/** The module changed under its launch. */
function Misfit() {
  const { document, launch, outline, entry, patch } = useEditing();
  const [first] = outline?.entries ?? [];
  if (!outline || !first)
    return outline ? (
      <p className="stack remark tinted" data-tone="warn">
        The module has no kernel.
      </p>
    ) : null;
  const misfit = entry ? launchMisfit(entry, launch) : missingEntry(launch.entry);
  if (misfit === null) return null;
  return (
    <div className="stack remark tinted" data-tone="warn" role="status">
      <p>The launch does not fit: {misfit}.</p>
      <button type="button" className="button" onClick={() => patch(fitLaunch(document, outline, entry ?? first))}>
        Fit it to {(entry ?? first).plainName}
      </button>
    </div>
  );
}

const missingEntry = (name: string | undefined): string =>
  name === undefined ? 'it names no kernel, but the module has several' : `the module has no kernel '${name}'`;

/** Paths of fields that are in the form. */
const IN_FORM =
  /^(entry|grid|block|cluster|dynamicSharedBytes|sharedBaseBytes|ctas|tracedCta|buffers\[\d+\]\.(name|type|length|init)|params\[\d+\]|symbols\[\d+\]|expectations\[\d+\])/;

/** Errors that belong to no field of the form. */
function OtherErrors() {
  const { errors } = useEditing();
  const others = errors.filter(error => !IN_FORM.test(error.field));
  if (others.length === 0) return null;
  return (
    <ul className="list remark tinted" data-tone="conflict" role="alert">
      {others.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          {field && `${field}: `}
          {message}
        </li>
      ))}
    </ul>
  );
}
