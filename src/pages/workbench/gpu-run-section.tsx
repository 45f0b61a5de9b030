/** The captured launch once more, on the GPU of the server's machine: a button, how far it is, and what came of it in one line. */
import { useQuery } from '@tanstack/react-query';
import { Play, Square } from 'lucide-react';
import { count, listed } from '../../base/numbers.ts';
import type { MeasuredComparison } from '../../contract/measured-comparison.ts';
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import { fetchMachine } from '../../services/server/server.ts';
import { useWorkbench } from '../../state/workbench-store.ts';
import { cancelGpuRun, type LaunchAnswer, NO_GPU_RUN, startGpuRun, useGpuRuns, whyNoGpu } from './gpu-runs.ts';
import { useMeasured } from './results/use-measured.ts';

interface GpuRunSectionProps {
  readonly edition: number;
  readonly document: WorkbenchDocument;
}

export function GpuRunSection({ edition, document }: GpuRunSectionProps) {
  const { words, failure, answer } = useGpuRuns(runs => runs.byEdition.get(edition)) ?? NO_GPU_RUN;
  const maxSeconds = useWorkbench(state => state.maxSeconds);
  const { data, isSuccess } = useQuery({ queryKey: ['machine'], queryFn: fetchMachine });
  if (!isSuccess) return null;
  const reason = whyNoGpu(data);
  if (reason !== null) return <p className="caption">{reason}</p>;
  return (
    <>
      <div className="row wrap">
        {words === null ? (
          <button type="button" className="button" onClick={() => void startGpuRun(edition, document, maxSeconds)}>
            <Play size={14} strokeWidth={1.75} aria-hidden /> Run on {data?.gpus[0]?.name}
          </button>
        ) : (
          <button type="button" className="button" onClick={() => cancelGpuRun(edition)}>
            <Square size={14} strokeWidth={1.75} aria-hidden /> Cancel the run on the GPU
          </button>
        )}
        <span role="status">{words}</span>
      </div>
      {failure !== null && (
        <p className="tinted" data-tone="conflict" role="alert">
          {failure}
        </p>
      )}
      {words === null && failure === null && answer !== null && <AnswerLine document={document} answer={answer} />}
    </>
  );
}

interface AnswerLineProps {
  readonly document: WorkbenchDocument;
  readonly answer: LaunchAnswer;
}

function AnswerLine({ document, answer: { gpu, buffers, variables } }: AnswerLineProps) {
  const { result: compared } = useMeasured(document, buffers, variables);
  if (!compared?.ok) return null;
  if (compared.value.length === 0)
    return <p className="caption">Nothing was recorded behind the launch to compare with.</p>;
  const wrong = compared.value.filter(part => part.wrong > 0);
  return (
    <p className="tinted" data-tone={wrong.length === 0 ? 'ok' : 'warn'}>
      {wrong.length === 0
        ? `The ${gpu.name} here answered as recorded, in every element.`
        : `The ${gpu.name} here answered otherwise in ${placesOf(wrong)}: the table under Outputs has both.`}
    </p>
  );
}

const MOST_PLACES = 3;

function placesOf(wrong: readonly MeasuredComparison[]): string {
  const places = wrong.slice(0, MOST_PLACES).map(({ part, wrong: n }) => `${part.name} (${count(n)})`);
  return listed([...places, ...(wrong.length > MOST_PLACES ? [`${wrong.length - MOST_PLACES} more`] : [])]);
}
