/** What an access asks for, in words, without its cost: all that is needed to count it by hand. */
import { LANES, WORD_BYTES } from '../../base/hardware.ts';
import type { Access } from '../../trace/access-trace.ts';

/** "Warp 0 reads 4 bytes a lane." */
export function accessWords({ kind, widthBytes, warp }: Access): string {
  const does = kind === 'store' || kind === 'stmatrix' ? 'stores' : kind === 'atomic' ? 'updates' : 'reads';
  return `Warp ${warp} ${does} ${isMatrix(kind) ? 'rows of 16 bytes' : `${widthBytes} bytes a lane`}.`;
}

/** "Lane l wants word 5 + 32 · l."; of lanes at uneven steps, the place of each. */
export function laneWords({ kind, widthBytes, address }: Access): string {
  const active = Array.from(address, (byte, lane) => ({ byte, lane })).filter(({ byte }) => byte >= 0);
  const isWord = widthBytes === WORD_BYTES && !isMatrix(kind);
  const unit = isWord ? WORD_BYTES : 1;
  const name = isWord ? 'word' : 'byte';
  const wants = isMatrix(kind) ? 'gives a row from' : isWord ? 'wants' : `wants ${widthBytes} bytes from`;
  const places = active.map(({ byte }) => byte / unit);
  const step = places.length < 2 ? 0 : places[1] - places[0];
  const isEven = active.length === LANES && places.every((place, i) => place === places[0] + i * step);
  if (isEven && step === 0) return `All lanes: each ${wants} ${name} ${places[0]}.`;
  if (isEven) return `Lane l ${wants} ${name} ${progression(places[0], step)}.`;
  const listed = active.map(({ lane }, i) => `${lane}: ${places[i]}`).join(', ');
  return `Each lane ${wants} the ${name} behind its number: ${listed}.`;
}

/** `5 + 32 · l`. */
function progression(start: number, step: number): string {
  const ofLane = Math.abs(step) === 1 ? 'l' : `${Math.abs(step)} · l`;
  if (step < 0) return `${start} - ${ofLane}`;
  return start === 0 ? ofLane : `${start} + ${ofLane}`;
}

const isMatrix = (kind: Access['kind']): boolean => kind === 'ldmatrix' || kind === 'stmatrix';
