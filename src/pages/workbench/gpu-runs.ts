/** Captured launches that were started again on the server's GPU, by the document's edition: how far one is, and what it left. */
import { create } from 'zustand';
import { bytes } from '../../base/numbers.ts';
import type { Gpu, MachineInfo } from '../../contract/api.ts';
import { withRecordedAddresses } from '../../contract/recorded-addresses.ts';
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import { useWorkbench, type VersionLetter } from '../../state/workbench-store.ts';
import type { BufferInit, Launch } from '../../trace/launch.ts';
import { decodeBase64 } from '../../trace/launch-bytes-base64.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What the launch left on this machine's GPU; addresses are the recorded ones. */
export interface LaunchAnswer {
  readonly gpu: Gpu;
  readonly buffers: ReadonlyMap<string, Bytes>;
  readonly variables: ReadonlyMap<string, Bytes>;
}

export interface GpuRun {
  /** What it is doing; null while nothing is on its way. */
  readonly words: string | null;
  /** Why the last one has no answer; null where it has one, or none was started. */
  readonly failure: string | null;
  readonly answer: LaunchAnswer | null;
}

export const NO_GPU_RUN: GpuRun = { words: null, failure: null, answer: null };

export const useGpuRuns = create<{ readonly byEdition: ReadonlyMap<number, GpuRun> }>()(() => ({
  byEdition: new Map(),
}));

/** What the last run of this version's launch left; null where it has none. */
export function useLaunchAnswer(letter: VersionLetter): LaunchAnswer | null {
  const edition = useWorkbench(state => state.versions[letter]?.edition ?? null);
  return useGpuRuns(runs => (edition === null ? null : (runs.byEdition.get(edition)?.answer ?? null)));
}

/** Why captures cannot be run again here, and what helps; null where they can. `machine` is null where no server is known. */
export function whyNoGpu(machine: MachineInfo | null): string | null {
  if (machine === null)
    return 'A server on a machine with an NVIDIA GPU runs it again: npx lanescape open CAPTURE there. This page has no server.';
  if (machine.gpus.length === 0) return 'This machine has no NVIDIA GPU, so the launch cannot be run again here.';
  if (machine.nvcc === null)
    return 'The server found no nvcc, which builds the program that starts launches: npx lanescape run --capture does without.';
  return null;
}

const aborts = new Map<number, AbortController>();

export async function startGpuRun(edition: number, document: WorkbenchDocument, maxSeconds: number): Promise<void> {
  const abort = new AbortController();
  aborts.set(edition, abort);
  const onChange = (change: Partial<GpuRun>) => {
    if (!abort.signal.aborted) record(edition, change);
  };
  onChange({ words: 'reading …', failure: null });
  try {
    const answer = await answerOf(document, {
      maxSeconds,
      signal: abort.signal,
      onWords: words => onChange({ words }),
    });
    onChange({ words: null, ...answer });
  } catch (error) {
    onChange({ words: null, failure: (error as Error).message });
  }
}

export function cancelGpuRun(edition: number): void {
  aborts.get(edition)?.abort();
  record(edition, { words: null });
}

/** Answers are large: those of documents that were closed go. */
function record(edition: number, change: Partial<GpuRun>): void {
  const open = new Set(Object.values(useWorkbench.getState().versions).map(version => version?.edition));
  useGpuRuns.setState(({ byEdition }) => {
    const kept = new Map([...byEdition].filter(([of]) => of === edition || open.has(of)));
    return { byEdition: kept.set(edition, { ...NO_GPU_RUN, ...kept.get(edition), ...change }) };
  });
}

interface AnswerTerms {
  readonly maxSeconds: number;
  readonly signal: AbortSignal;
  readonly onWords: (words: string) => void;
}

async function answerOf(
  document: WorkbenchDocument,
  { maxSeconds, signal, onWords }: AnswerTerms,
): Promise<Partial<GpuRun>> {
  const { fetchContents, runRecordedLaunch } = await import('../../services/server/launch-requests.ts');
  const { launch, source, capture } = document;
  const recorded = {
    ...{ launch, ptx: source.text, isCooperative: capture?.cooperative === true },
    buffers: recordedBytes(launch.buffers),
    variables: recordedBytes(launch.symbols ?? []),
  };
  const onSent = (sent: number, of: number) => onWords(`sending ${bytes(sent)} of ${bytes(of)} …`);
  for await (const event of runRecordedLaunch(recorded, { maxSeconds: Math.min(maxSeconds, 120), signal, onSent })) {
    if (event.stage === 'queued') onWords(`${event.position} in the queue …`);
    if (event.stage === 'preparing') onWords('building what starts launches …');
    if (event.stage === 'running') onWords('running …');
    if (event.stage === 'failed') return { failure: [event.message, event.diagnostics].filter(Boolean).join('\n') };
    if (event.stage !== 'done') continue;
    onWords('reading back …');
    const buffers = await fetchContents(event.contents, 'buffer', signal);
    const variables = await fetchContents(event.contents, 'variable', signal);
    return { answer: { gpu: event.gpu, buffers: withRecordedAddresses(document, buffers), variables } };
  }
  return { failure: 'The server ended the run without a result.' };
}

/** A capture has bytes; what else a launch is filled with is not sent. */
function recordedBytes(specs: Launch['buffers'] | NonNullable<Launch['symbols']>): Map<string, Bytes> {
  const bytesOf = (init: BufferInit): Bytes | string | null =>
    init.kind === 'bytes' ? init.bytes : init.kind === 'base64' ? decodeBase64(init.base64) : null;
  return new Map(
    specs.flatMap(({ name, init }) => {
      const found = bytesOf(init);
      return found instanceof Uint8Array ? [[name, found] as const] : [];
    }),
  );
}
