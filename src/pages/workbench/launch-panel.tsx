/** The launch of the version in sight, with what the last run said of its fields. */
import { useMemo } from 'react';
import type { FieldError } from '../../base/field-error.ts';
import { useWorkbench } from '../../state/workbench-store.ts';
import { CaptureSection } from './capture-section.tsx';
import { LaunchForm } from './launch/launch-form.tsx';
import { readModule, useModuleReading, versionTexts } from './module-reading.ts';
import { outputChecks } from './output-checks.ts';
import type { RunResult } from './run.ts';
import type { VersionModel } from './use-versions.ts';

export function LaunchPanel({ version }: { version: VersionModel }) {
  const { letter, edition, document, run, result } = version;
  const edit = useWorkbench(state => state.edit);
  const reading = useModuleReading(version);
  const { failure } = run;
  const readKernel = async (name: string) => {
    const { ptx, cuda } = versionTexts(version, run);
    const read = ptx === null ? null : await readModule(ptx, cuda, name);
    return read?.ok ? read.value : null;
  };
  const errors = useMemo(() => {
    const refused = failure?.stage === 'launch' ? [{ field: failure.field ?? '', message: failure.message }] : [];
    return [...refused, ...(result ? expectationErrors(result) : [])];
  }, [failure, result]);
  return (
    <>
      {document.capture && <CaptureSection {...{ edition, document }} capture={document.capture} />}
      <LaunchForm
        key={edition}
        document={document}
        outline={reading?.ok ? reading.value : null}
        readKernel={readKernel}
        errors={errors}
        onChange={patch => edit(letter, patch)}
      />
    </>
  );
}

/** Formulas that are none for this launch, as what the last run left was compared with them. */
function expectationErrors(result: RunResult): FieldError[] {
  return outputChecks(result).flatMap(({ buffer, checked }) => {
    const at = result.document.expectations.findIndex(expectation => expectation.buffer === buffer.name);
    return checked.ok ? [] : [{ ...checked.error, field: `expectations[${at}].${checked.error.field}` }];
  });
}
