/** The launch of the version in sight, with what the last run said of its fields. */
import { useMemo } from 'react';
import type { FieldError } from '../../base/field-error.ts';
import { useWorkbench } from '../../state/workbench-store.ts';
import { LaunchForm } from './launch/launch-form.tsx';
import { useModuleReading } from './module-reading.ts';
import { outputChecks } from './output-checks.ts';
import type { VersionModel } from './use-versions.ts';
import type { RunView } from './version-view.ts';

export function LaunchPanel({ version }: { version: VersionModel }) {
  const { letter, edition, document, record } = version;
  const edit = useWorkbench(state => state.edit);
  const reading = useModuleReading(version);
  const { failure } = record;
  const { run } = version.view;
  const errors = useMemo(() => {
    const refused = failure?.stage === 'launch' ? [{ field: failure.field ?? '', message: failure.message }] : [];
    return [...refused, ...(run.state === 'done' ? expectationErrors(run) : [])];
  }, [failure, run]);
  return (
    <LaunchForm
      key={edition}
      document={document}
      outline={reading?.ok ? reading.value : null}
      errors={errors}
      onChange={patch => edit(letter, patch)}
    />
  );
}

/** Formulas that are none for this launch, as what the last run left was compared with them. */
function expectationErrors(run: Extract<RunView, { state: 'done' }>): FieldError[] {
  return outputChecks(run).flatMap(({ buffer, checked }) => {
    const at = run.document.expectations.findIndex(expectation => expectation.buffer === buffer.name);
    return checked.ok ? [] : [{ ...checked.error, field: `expectations[${at}].${checked.error.field}` }];
  });
}
