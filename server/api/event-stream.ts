/**
 * The answer to a request that takes time: one JSON event per line, from the first position in the queue to `done` or
 * `failed`.
 */
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Result } from '../../src/base/result.ts';
import type { CompileEvent } from '../../src/contract/api.ts';
import type { RunEvent } from '../../src/contract/run.ts';
import type { Admitted, BuildRefusal } from '../toolchain/builder.ts';
import { type ApiRefusal, badInput, internal, refusal, sendRefusal } from './refusal.ts';

/** In about this time, a full queue moves by a few places. */
const RETRY_AFTER_SECONDS = 5;

interface Listener {
  readonly onEvent: (event: object) => void;
  readonly signal: AbortSignal;
}

/** The last event of an answer that a bug has cut off. */
const WORDS = { stage: 'failed', at: 'server', message: internal.error.message, diagnostics: '' } as const;
export const BROKEN_COMPILATION: CompileEvent = WORDS;
export const BROKEN_RUN: RunEvent = { ...WORDS, variant: null };

/**
 * If the client disconnects, the compilation or the run ends. @param broken what the client is told after a bug; the log
 * has the details.
 */
export async function eventStream(
  submit: (listener: Listener) => Promise<Result<Admitted, BuildRefusal>>,
  reply: FastifyReply,
  { log, broken }: { readonly log: (text: string) => void; readonly broken: object },
): Promise<FastifyReply> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const lines = new PassThrough();
  const admitted = await submit({
    signal: gone.signal,
    onEvent: event => void (gone.signal.aborted || lines.write(`${JSON.stringify(event)}\n`)),
  });
  if (!admitted.ok) {
    if (admitted.error.kind === 'queueFull') reply.header('retry-after', RETRY_AFTER_SECONDS);
    return sendRefusal(reply, refusalFor(admitted.error));
  }
  admitted.value.end.then(
    () => lines.end(),
    (bug: Error) => {
      log(bug.stack ?? String(bug));
      lines.end(`${JSON.stringify(broken)}\n`);
    },
  );
  return reply.type('application/x-ndjson').send(lines);
}

export function refusalFor(refused: BuildRefusal): ApiRefusal {
  switch (refused.kind) {
    case 'badInput':
      return badInput(refused.field, refused.message);
    case 'noCompiler':
      return refusal(503, 'noCompiler', 'server', 'no nvcc on this machine: nothing can be compiled');
    case 'noGpu':
      return refusal(503, 'noGpu', 'server', 'no GPU, or no nvcc for it, on this machine: nothing can be run');
    case 'queueFull':
      return refusal(429, 'queueFull', 'queue', `the queue is full; try again in ${RETRY_AFTER_SECONDS} s`);
  }
}
