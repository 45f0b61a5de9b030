/** Addresses of shared memory that lanes of a GPU used, held against those that the emulator gives the same kernels. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../tree.ts';
import { addressRuns, LOG_BYTES, PLACES } from './addresses/launches.ts';
import { emulatedRequests, notedRequests, told } from './addresses/requests.ts';
import { addressEvidence } from './evidence.ts';
import { hopperArch } from './replay-launch.ts';

const { requests } = addressEvidence();
const asked = addressRuns().filter(({ id }) => id in requests);

it('each version that moves operands or results lane by lane was asked', () => {
  expect(new Set(asked.map(({ variant }) => variant))).toEqual(
    new Set(['v0-cp-async', 'v1-tma', 'v2-warp-specialized', 'v4-persistent']),
  );
  expect(asked.length).toBe(Object.keys(requests).length);
});

it.each(asked.map(run => [run.id, run] as const))('%s: every lane of a GPU used the emulated address', (id, run) => {
  const { kernel, variant, params } = run;
  const ptx = readFileSync(
    join(projectRoot, 'public/ptx', kernel.ptxPath(variant, params, hopperArch(kernel))),
    'utf8',
  );
  expect(told(emulatedRequests(ptx, kernel.launch(variant, params)))).toEqual(requests[id]);
});

describe('a log of addresses', () => {
  /** Two requests of warp 0: lane l gives 1024 + 16 l, then 2048. */
  function written(change: (words: Uint32Array) => void = () => {}): Uint8Array {
    const words = new Uint32Array(LOG_BYTES / 4);
    for (let lane = 0; lane < 32; lane++)
      words.set([2, (1 << 24) | (1024 + 16 * lane), (1 << 24) | 2048], lane * (1 + PLACES));
    change(words);
    return new Uint8Array(words.buffer);
  }

  it('is cut into requests of warps', () => {
    const noted = notedRequests(written());
    expect([...noted.keys()]).toEqual(['warp 0 ldmatrix']);
    expect(noted.get('warp 0 ldmatrix')!.map(([first, second]) => [first, second])).toEqual([
      [1024, 1040],
      [2048, 2048],
    ]);
  });

  it('with another address is another', () => {
    const other = written(words => {
      words[1] += 16;
    });
    expect(told(notedRequests(other))).not.toEqual(told(notedRequests(written())));
  });

  it('that was too short is refused', () => {
    const full = written(words => {
      words[0] = 600;
    });
    expect(() => notedRequests(full)).toThrow('600 addresses');
  });
});
