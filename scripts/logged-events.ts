/** Events of a CTA as a file: what its warps wait for, copy, multiply and store, without a word of the kernel's own text. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { unevenBarrier } from '../src/inspect/replay/kernel-scenario.ts';
import { wholeCluster } from '../src/inspect/replay/whole-cluster.ts';
import { startLogged } from '../src/ptx/events/start-logged.ts';
import type { CtaEvents } from '../src/ptx/events/warp-event.ts';
import { fullyLoaded } from '../src/ptx/index.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import type { Launch } from '../src/trace/launch.ts';

/** Those that the tab Pipeline draws of that CTA: its own, or its cluster's. Throws words where the launch does not run. */
export function loggedEvents(module: Module, launch: Launch, cta: number): CtaEvents {
  const options = { ctas: [cta], check: false, faults: 'all', sharedBaseBytes: 1024 } as const;
  const started = startLogged(fullyLoaded(module), launch, options, cta);
  if (!started.ok) throw new Error(`${started.error.field}: ${started.error.message}`);
  const emulation = started.value;
  emulation.run(Number.POSITIVE_INFINITY);
  const [own, cluster] = [emulation.events(), emulation.cluster()];
  if (own === null || cluster === null) throw new Error(`CTA ${cta} has not started`);
  return unevenBarrier(own) === null ? own : wholeCluster(cluster);
}

/** Instructions that no event tells of are left out, since they are text of the kernel. */
export function packedEvents({ mbarriers, foreign, ...events }: CtaEvents): Buffer {
  return gzipSync(JSON.stringify({ ...events, eventless: [], mbarriers: [...mbarriers], foreign: [...foreign] }), {
    level: 9,
  });
}

export function unpackedEvents(file: Buffer): CtaEvents {
  const { mbarriers, foreign, ...events } = JSON.parse(gunzipSync(file).toString());
  return { ...events, mbarriers: new Map(mbarriers), foreign: new Map(foreign) };
}
