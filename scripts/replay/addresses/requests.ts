/** Requests to shared memory as each side tells them: warp by warp, kind by kind, the addresses of 32 lanes. */
import { createHash } from 'node:crypto';
import { emulate } from '../../../src/ptx/index.ts';
import { parseModule } from '../../../src/ptx/parse/module.ts';
import type { Access } from '../../../src/trace/access-trace.ts';
import type { Launch } from '../../../src/trace/launch.ts';
import { PLACES, THREADS } from './launches.ts';

/** Where a CTA's own shared memory begins on sm_90. */
const SHARED_BASE_BYTES = 1024;
const KINDS = ['ldmatrix', 'stmatrix', 'copy'] as const;
const LANES = 32;

/** By 'warp 3 ldmatrix': one list of 32 addresses for each request, in the order of the warp. */
export type Requests = ReadonlyMap<string, readonly (readonly number[])[]>;

/** Of `addressLog`. Throws where a thread had no room for all. */
export function notedRequests(log: Uint8Array): Requests {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  const threads = Array.from({ length: THREADS }, (_, thread) => addressesOf(view, thread * 4 * (1 + PLACES)));
  const requests = new Map<string, number[][]>();
  for (let warp = 0; warp < THREADS / LANES; warp++)
    for (const [number, kind] of KINDS.entries()) {
      const lanes = threads.slice(warp * LANES, (warp + 1) * LANES).map(noted => noted[number]);
      if (lanes[0].length > 0)
        requests.set(
          `warp ${warp} ${kind}`,
          lanes[0].map((_, i) => lanes.map(lane => lane[i])),
        );
    }
  return requests;
}

/** Of one thread, by kind. */
function addressesOf(view: DataView, at: number): number[][] {
  const count = view.getUint32(at, true);
  if (count > PLACES) throw new Error(`${count} addresses of a thread, of which ${PLACES} were noted`);
  const noted: number[][] = KINDS.map(() => []);
  for (let i = 0; i < count; i++) {
    const word = view.getUint32(at + 4 * (1 + i), true);
    noted[(word >>> 24) - 1].push(word % 2 ** 24);
  }
  return noted;
}

/** Of CTA 0 on the emulator. Throws where the launch does not run to its end. */
export function emulatedRequests(ptx: string, launch: Launch): Requests {
  const module = parseModule(ptx);
  if (!module.ok) throw new Error(module.error.message);
  const requests = new Map<string, number[][]>();
  const observe = ({ warp, space, kind, address }: Access): void => {
    if (space !== 'shared' || !(KINDS as readonly string[]).includes(kind)) return;
    const key = `warp ${warp} ${kind}`;
    requests.set(key, [...(requests.get(key) ?? []), Array.from(address)]);
  };
  const options = { ctas: [0], check: false, observe, observedCtas: [0], sharedBaseBytes: SHARED_BASE_BYTES };
  const run = emulate(module.value, launch, options);
  if (!run.ok) throw new Error(run.error.message);
  if (!run.value.ok) throw new Error(run.value.faults[0].message);
  return requests;
}

/** How many, and a hash of all their addresses in their order. */
export function told(requests: Requests): Record<string, string> {
  const hash = (lists: readonly (readonly number[])[]): string =>
    createHash('sha256').update(lists.flat().join()).digest('hex').slice(0, 16);
  return Object.fromEntries(
    [...requests].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, lists]) => [key, `${lists.length} ${hash(lists)}`]),
  );
}
