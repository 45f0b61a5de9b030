/** One run on this machine's GPU at a time: asked for, followed, cancelled. */
import { useEffect, useRef, useState } from 'react';
import type { FinishedRun, RunEvent, RunRequest } from '../../contract/run.ts';
import { serverApi } from '../server/server.ts';
import { onceAFrame } from './once-a-frame.ts';
import { afterEvent, progressAtStart, type RunProgress } from './run-progress.ts';

export type RunFailure = Pick<Extract<RunEvent, { stage: 'failed' }>, 'at' | 'message' | 'variant' | 'diagnostics'>;

export type RunState =
  | { readonly kind: 'idle' | 'cancelled' }
  | { readonly kind: 'running'; readonly progress: RunProgress }
  | { readonly kind: 'failed'; readonly failure: RunFailure }
  | {
      readonly kind: 'done';
      readonly runs: readonly FinishedRun[];
      /** One sentence: why the server could not keep them. */
      readonly notKept?: string | undefined;
    };

export interface RunHandle {
  readonly run: RunState;
  start(request: RunRequest): void;
  cancel(): void;
}

/** `onDone` is called before the state says so. Leaving the page cancels. */
export function useRun(onDone: (runs: readonly FinishedRun[]) => void): RunHandle {
  const [run, setRun] = useState<RunState>({ kind: 'idle' });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = async (request: RunRequest): Promise<void> => {
    const own = new AbortController();
    abort.current?.abort();
    abort.current = own;
    const shown = onceAFrame<RunProgress>(progress => abort.current === own && setRun({ kind: 'running', progress }));
    const begun = progressAtStart(request.variants);
    setRun({ kind: 'running', progress: begun });
    const end = await follow(request, own.signal, begun, shown.show);
    shown.end();
    if (end.kind === 'done') onDone(end.runs);
    if (abort.current === own) setRun(end);
  };
  return { run, start: request => void start(request), cancel: () => abort.current?.abort() };
}

/** Never rejects: what goes wrong is how a run ends. */
async function follow(
  request: RunRequest,
  signal: AbortSignal,
  begun: RunProgress,
  onProgress: (progress: RunProgress) => void,
): Promise<RunState> {
  let progress = begun;
  try {
    const { runOnGpu } = await serverApi();
    for await (const event of runOnGpu(request, signal)) {
      if (event.stage === 'done') return { kind: 'done', runs: event.runs, notKept: event.notKept };
      if (event.stage === 'failed') return { kind: 'failed', failure: event };
      progress = afterEvent(progress, event);
      onProgress(progress);
    }
    return failed('the server ended its answer before the run was over');
  } catch (error) {
    return signal.aborted ? { kind: 'cancelled' } : failed((error as Error).message);
  }
}

const failed = (message: string): RunState => ({
  kind: 'failed',
  failure: { at: 'process', message, variant: null, diagnostics: '' },
});
