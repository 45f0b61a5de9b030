/** Says of an access far out of bounds which parameter its address comes from: it names the buffer that happens to lie nearest. */
import { chooseEntry } from '../ptx/launch/geometry.ts';
import { addressPointers } from '../ptx/outline/address-pointer.ts';
import type { ScalarPlace } from '../ptx/outline/scalar-place.ts';
import type { Module } from '../ptx/parse/ast.ts';
import { bufferAddresses } from '../trace/device-addresses.ts';
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
    const pointed = place && bufferAt(launch, place);
    if (!pointed) return finding;
    const below = belowZero(finding, launch, pointed);
    const fix = below === null ? finding.fix : UNDERFLOWN(below);
    if (NEAREST.exec(finding.message)?.[1] === pointed) return { ...finding, fix };
    const origin = `The address comes from params[${place.param}], a pointer to '${pointed}', and not from one to the nearest buffer.`;
    return { ...finding, fix: `${origin} ${fix}`, pointed };
  });
}

/** The buffer from which a line of the PTX computes its address, if it is one. */
export function pointedBuffers(module: Module, launch: Launch): (ptxLine: number) => string | null {
  const pointerAt = addressPointers(module, chooseEntry(module, launch.entry));
  return ptxLine => {
    const place = pointerAt(ptxLine);
    return place && bufferAt(launch, place);
  };
}

const UNDERFLOWN = (below: number): string =>
  `The index is -${below}, and ${2 ** 32 - below} as an unsigned number of 32 bits: test it before you subtract, or compute it as a signed number.`;

/** Indices further below 0 are no slip. */
const MOST_BELOW = 2 ** 16;

/** How far below 0 the index was, if it wrapped round to an unsigned number of 32 bits before it was scaled; else null. */
function belowZero({ message }: Finding, launch: Launch, pointed: string): number | null {
  const [, width, address] = /\b(\d{1,3}) bytes at global address (0x[0-9a-f]+)/.exec(message) ?? [];
  const start = bufferAddresses(launch).get(pointed);
  if (address === undefined || start === undefined) return null;
  const distanceBytes = Number(address) - start;
  const stepBytes = Math.ceil(distanceBytes / 2 ** 32);
  const below = (stepBytes * 2 ** 32 - distanceBytes) / stepBytes;
  const isIndex = stepBytes > 0 && stepBytes % Number(width) === 0 && Number.isInteger(below);
  return isIndex && below > 0 && below <= MOST_BELOW ? below : null;
}

function bufferAt({ params }: Launch, { param, byteOffset }: ScalarPlace): string | null {
  const value = params[param];
  return value?.kind === 'pointer' && byteOffset === 0 ? value.buffer : null;
}
