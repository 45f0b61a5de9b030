/** Says of an access far out of bounds which parameter its address comes from: it names the buffer that happens to lie nearest. */
import { chooseEntry } from '../ptx/launch/geometry.ts';
import { addressPointers } from '../ptx/outline/address-pointer.ts';
import type { ScalarPlace } from '../ptx/outline/scalar-place.ts';
import type { Module } from '../ptx/parse/ast.ts';
import type { Finding } from '../trace/finding.ts';
import type { Launch } from '../trace/launch.ts';

/** The nearest buffer, as `GlobalMemory.nearest` names it. */
const NEAREST = / bytes (?:past the end of|before) '([^']*)'/;

export function withPointers(findings: readonly Finding[], module: Module, launch: Launch): readonly Finding[] {
  const isFar = ({ kind, message }: Finding): boolean => kind === 'outOfBounds' && NEAREST.test(message);
  if (!findings.some(isFar)) return findings;
  const pointerAt = addressPointers(module, chooseEntry(module, launch.entry));
  return findings.map(finding => {
    if (!isFar(finding)) return finding;
    const place = pointerAt(finding.place.ptxLine);
    const buffer = place && bufferAt(launch, place);
    if (!buffer || NEAREST.exec(finding.message)?.[1] === buffer) return finding;
    const origin = `The address comes from params[${place.param}], a pointer to '${buffer}', and not from one to the nearest buffer.`;
    return { ...finding, fix: `${origin} ${finding.fix}` };
  });
}

function bufferAt({ params }: Launch, { param, byteOffset }: ScalarPlace): string | null {
  const value = params[param];
  return value?.kind === 'pointer' && byteOffset === 0 ? value.buffer : null;
}
