/** A document as a file holds it: bytes that lie in memory become base64, as far as a file can hold them. */
import { err, ok, type Result } from '../base/result.ts';
import type { BufferInit } from '../trace/launch.ts';
import { encodeBase64 } from '../trace/launch-bytes-base64.ts';
import type { Expectation, WorkbenchDocument } from './workbench-document.ts';

/** Most bytes of a program and its values as base64 that the workbench opens again. */
const MOST_BYTES = 2 ** 23;

/** How many bytes of buffers, variables and expectations a document has in memory. */
export function bytesInMemory({ launch, expectations }: WorkbenchDocument): number {
  const inits = [...launch.buffers, ...(launch.symbols ?? [])].map(({ init }) => init);
  return [...inits, ...expectations.map(({ by }) => by)].reduce(
    (sum, part) => sum + (part.kind === 'bytes' ? part.bytes.length : 0),
    0,
  );
}

/** The document without bytes in memory, or in words why it cannot be saved. */
export function savedDocument(document: WorkbenchDocument): Result<WorkbenchDocument, string> {
  const bytes = bytesInMemory(document);
  if (bytes === 0) return ok(document);
  if (bytes > MOST_BYTES) {
    const size = (n: number) => `${(n / 2 ** 20).toFixed(0)} MiB`;
    return err(`its buffers have ${size(bytes)}, and a document at most ${size(MOST_BYTES)}: keep the capture itself`);
  }
  const { launch, expectations } = document;
  return ok({
    ...document,
    launch: {
      ...launch,
      buffers: launch.buffers.map(buffer => ({ ...buffer, init: savedInit(buffer.init) })),
      ...(launch.symbols && { symbols: launch.symbols.map(symbol => ({ ...symbol, init: savedInit(symbol.init) })) }),
    },
    expectations: expectations.map(expectation => ({ ...expectation, by: savedBy(expectation.by) })),
  });
}

const savedInit = (init: BufferInit): BufferInit =>
  init.kind === 'bytes' ? { kind: 'base64', base64: encodeBase64(init.bytes) } : init;

function savedBy(by: Expectation['by']): Expectation['by'] {
  if (by.kind !== 'bytes') return by;
  const { bytes, kind: _, ...rest } = by;
  return { kind: 'base64', base64: encodeBase64(bytes), ...rest };
}
