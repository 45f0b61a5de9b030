/** A GPU's answers that may differ from the emulator's by little: fetches of textures, whose filters round in their own way. */
import { createHash } from 'node:crypto';
import type { Launch } from '../../src/trace/launch.ts';

export interface LooseAnswers {
  /** Hash of the launch. */
  readonly asked: string;
  readonly words: number;
  readonly different: number;
  /** The largest difference, where the words are floats. */
  readonly worst: number;
  /** Hash of the emulator's answer, of which the numbers above are. */
  readonly emulated: string;
}

const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex').slice(0, 32);

export const hashOfLaunch = (launch: Launch): string => hash(JSON.stringify(launch));
export const hashOfBytes = (bytes: Uint8Array): string => hash(bytes);

/** @param gpu, emulated bytes of outputs, of the same number; both are read as words, and as f32. */
export function looseAnswers(launch: Launch, gpu: Uint8Array, emulated: Uint8Array): LooseAnswers {
  const [ours, theirs] = [emulated, gpu].map(bytes => new DataView(new Uint8Array(bytes).buffer));
  const words = gpu.length / 4;
  let different = 0;
  let worst = 0;
  for (let at = 0; at < words * 4; at += 4) {
    if (ours.getUint32(at, true) === theirs.getUint32(at, true)) continue;
    different++;
    worst = Math.max(worst, Math.abs(ours.getFloat32(at, true) - theirs.getFloat32(at, true)));
  }
  return { asked: hashOfLaunch(launch), words, different, worst, emulated: hash(emulated) };
}
