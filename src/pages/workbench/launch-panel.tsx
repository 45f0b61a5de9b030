/** The launch of the version in sight, with what the last run said of its fields. */
import { useMemo } from 'react';
import { useWorkbench } from '../../state/workbench-store.ts';
import { LaunchForm } from './launch/launch-form.tsx';
import { useModuleReading } from './module-reading.ts';
import type { VersionModel } from './use-versions.ts';

export function LaunchPanel({ version }: { version: VersionModel }) {
  const { letter, edition, document, record } = version;
  const edit = useWorkbench(state => state.edit);
  const reading = useModuleReading(version);
  const { failure } = record;
  const errors = useMemo(
    () => (failure?.stage === 'launch' ? [{ field: failure.field ?? '', message: failure.message }] : []),
    [failure],
  );
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
