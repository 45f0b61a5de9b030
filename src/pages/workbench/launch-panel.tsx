/** The launch of the version in sight. */
import { useState } from 'react';
import type { FieldError } from '../../contract/field-error.ts';
import { useWorkbench } from '../../state/workbench-store.ts';
import type { Launch } from '../../trace/launch.ts';
import { LaunchForm } from './launch/launch-form.tsx';
import { useModuleReading } from './module-reading.ts';
import type { RunFailure } from './runs.ts';
import type { VersionModel } from './use-versions.ts';

export function LaunchPanel({ version }: { readonly version: VersionModel }) {
  const { edition, letter, document, record } = version;
  const edit = useWorkbench(state => state.edit);
  const reading = useModuleReading(version);
  return (
    <LaunchForm
      key={edition}
      document={document}
      outline={reading?.ok ? reading.value : null}
      errors={useLaunchErrors(record.failure, document.launch)}
      onChange={patch => edit(letter, patch)}
    />
  );
}

/** What the last run refused, until the launch changes. */
function useLaunchErrors(failure: RunFailure | null, launch: Launch): readonly FieldError[] {
  const [told, setTold] = useState({ failure, launch });
  if (told.failure !== failure) setTold({ failure, launch });
  if (failure?.stage !== 'launch' || told.launch !== launch) return [];
  return [{ field: failure.field ?? '', message: failure.message }];
}
