/** From a launch that the page describes to what its buffers hold behind it on this machine's GPU. */
import { err, ok, type Result } from '../../src/base/result.ts';
import type { LaunchContents, LaunchRunEvent, LaunchRunRequest } from '../../src/contract/launch-run.ts';
import type { Launch } from '../../src/trace/launch.ts';
import { unlessAborted } from '../exec/unless-aborted.ts';
import { diskWords, WORK_FOLDER } from '../runs/disk-words.ts';
import type { Admitted, BuildRefusal } from '../toolchain/builder.ts';
import { type PlayedLaunch, type PlayOrder, playLaunch } from './launch-play.ts';
import type { LocalGpu } from './local-gpu.ts';
import type { PieceStore } from './piece-store.ts';

type Failed = Extract<LaunchRunEvent, { stage: 'failed' }>;

interface LaunchRunEvents {
  readonly onEvent: (event: LaunchRunEvent) => void;
  readonly signal: AbortSignal;
}

/** One run, and as many behind it as may wait: each holds its bytes in memory. */
const MAX_RUNS = 4;

export class LaunchRuns {
  readonly pieces: PieceStore;
  readonly #gpu: LocalGpu | null;
  #runs = 0;

  /** @param gpu null without nvcc or without a GPU. */
  constructor(gpu: LocalGpu | null, pieces: PieceStore) {
    this.#gpu = gpu;
    this.pieces = pieces;
  }

  /** A refusal comes before the first event; an admitted run ends with `done` or `failed`. */
  async submit(
    request: LaunchRunRequest,
    ptx: Uint8Array,
    events: LaunchRunEvents,
  ): Promise<Result<Admitted, BuildRefusal>> {
    const gpu = this.#gpu;
    if (gpu === null) return err({ kind: 'noGpu' });
    if (this.#runs >= MAX_RUNS) return err({ kind: 'queueFull' });
    this.#runs++;
    const order = await this.#orderOf(request, ptx).catch(() => null);
    if (order === null || !order.ok) {
      this.#runs--;
      return err({ kind: 'badInput', ...(order?.error ?? { field: 'contents', message: 'its bytes cannot be read' }) });
    }
    const end = this.#run(gpu, order.value, request.maxSeconds, events)
      .catch(error => diskFailure(error))
      .finally(() => this.#runs--)
      .then(last => events.onEvent(last));
    return ok({ end });
  }

  async #run(gpu: LocalGpu, order: PlayOrder, maxSeconds: number, events: LaunchRunEvents): Promise<LaunchRunEvent> {
    const { signal, onEvent } = events;
    onEvent({ stage: 'preparing' });
    const program = await unlessAborted(gpu.replay(), signal, null);
    if (program === null) return failed('cancelled', 'cancelled');
    if (!program.ok) return failed('build', program.error.message, program.error.diagnostics);
    const played = await gpu.turns.take({ signal, onProgress: onEvent }, () => {
      onEvent({ stage: 'running' });
      return playLaunch(order, { exec: gpu.exec, program: program.value, timeoutMs: maxSeconds * 1000, signal });
    });
    if (!played.ok) return failed(played.error.at, played.error.message);
    return { stage: 'done', gpu: gpu.known, contents: await this.#contentsOf(played.value) };
  }

  /** The launch with the bytes that were sent ahead. */
  async #orderOf(request: LaunchRunRequest, ptx: Uint8Array) {
    const { contents, isCooperative } = request;
    const bytes = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const [i, { of, name, bytes: length, pieces }] of contents.entries()) {
      const whole = await this.pieces.join(pieces, length);
      if (whole === null)
        return err({ field: `contents[${i}].pieces`, message: 'a piece of it is not here: send it again' });
      bytes.set(`${of} ${name}`, whole);
    }
    const launch = filled(request.launch, bytes);
    const variables = Object.fromEntries(
      contents.flatMap(({ of, name, bytes }) => (of === 'variable' ? [[name, bytes] as const] : [])),
    );
    return ok({ ptx, launch, variables, isCooperative });
  }

  async #contentsOf({ buffers, variables }: PlayedLaunch): Promise<LaunchContents[]> {
    const contents: LaunchContents[] = [];
    for (const [of, found] of [
      ['buffer', buffers],
      ['variable', variables],
    ] as const)
      for (const [name, bytes] of found)
        contents.push({ of, name, bytes: bytes.length, pieces: await this.pieces.cut(bytes) });
    return contents;
  }
}

function filled(launch: Launch, bytes: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Launch {
  const { symbols = [] } = launch;
  const withBytes = <T extends Launch['buffers'][number] | (typeof symbols)[number]>(of: string, spec: T): T => {
    const found = bytes.get(`${of} ${spec.name}`);
    return found === undefined ? spec : { ...spec, init: { kind: 'bytes', bytes: found } };
  };
  return {
    ...launch,
    buffers: launch.buffers.map(buffer => withBytes('buffer', buffer)),
    ...(symbols.length > 0 ? { symbols: symbols.map(symbol => withBytes('variable', symbol)) } : {}),
  };
}

const failed = (at: Failed['at'], message: string, diagnostics = ''): Failed => ({
  ...{ stage: 'failed', at, message, diagnostics },
});

/** A full disk gives an answer; any other failure is a bug. */
function diskFailure(error: unknown): Failed {
  const message = diskWords(error, WORK_FOLDER);
  if (message === null) throw error;
  return failed('server', message);
}
