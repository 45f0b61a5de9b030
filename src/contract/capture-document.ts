/** A captured launch as a document: its outputs should be what the GPU left. */
import type { CaptureContents } from '../trace/capture.ts';
import type { Launch, StoredValue } from '../trace/launch.ts';
import type { Expectation, MeasuredPart, WorkbenchDocument } from './workbench-document.ts';

interface LaunchOfCapture {
  readonly launch: Launch;
  readonly measured: readonly {
    readonly buffer: string;
    /** Null if it was not copied. */
    readonly after: Uint8Array<ArrayBuffer> | null;
    readonly fields: readonly StoredValue[];
    readonly parts: readonly Omit<MeasuredPart, 'buffer'>[];
  }[];
  readonly variables: readonly { readonly name: string; readonly base64: string }[];
  readonly notes: readonly string[];
}

const MOST_TITLE_CHARACTERS = 200;

/** `plainName`: the kernel's, for people. */
export function captureDocument(
  { capture, ptx }: CaptureContents & { readonly ptx: string },
  { launch, measured, variables, notes }: LaunchOfCapture,
  plainName: string,
): WorkbenchDocument {
  const { kernel, index, api, gpu, attributes } = capture;
  const [major, minor] = gpu.computeCapability;
  const title = `${plainName} on ${gpu.name.replace(/^NVIDIA /, '')}`;
  return {
    version: 1,
    title: title.length > MOST_TITLE_CHARACTERS ? `${title.slice(0, MOST_TITLE_CHARACTERS - 1)}…` : title,
    source: { language: 'ptx', name: 'module.ptx', text: ptx },
    arch: `sm_${major}${minor}`,
    launch,
    guessed: [],
    ctas: null,
    tracedCta: 0,
    faults: 'all',
    expectations: measured.flatMap(({ buffer, after, fields }): Expectation[] =>
      after === null
        ? []
        : [{ buffer, by: { kind: 'bytes', bytes: after, ...(fields.length > 0 ? { fields } : {}) }, tolerance: 0 }],
    ),
    capture: {
      ...{ kernel, index, api, gpu, notes },
      ...(attributes.cooperative ? { cooperative: true } : {}),
      parts: measured.flatMap(({ buffer, parts }) =>
        parts.map(({ name, byteOffset, bytes, type }) => ({ buffer, name, byteOffset, bytes, type })),
      ),
      ...(variables.length > 0 ? { variables } : {}),
    },
  };
}
