/**
 * The transpose in closed form: which address every lane of a CTA touches, from the tile's layout and the matrices'
 * shapes. It knows nothing of the compiled kernel.
 */
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import { type AccessKind, LANES, NO_PC, type Space, TraceBuilder } from '../../trace/access-trace.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Prediction } from '../kernel.ts';
import { gridOf, sharedBytes, THREADS, threadRows, tileLayout } from './geometry.ts';
import { launchOf } from './launch.ts';
import type { TransposeParams } from './params.ts';
import { usesTile, type Variant } from './variants.ts';

/** Of the lane in column x of its threads, at `row` of the tile. */
type OfLane<T> = (x: number, row: number) => T;

interface StepAccess {
  readonly space: Space;
  readonly kind: AccessKind;
  /** Byte address. */
  readonly address: OfLane<number>;
}

/** What each lane does in every step between two barriers. */
interface Pass {
  readonly interval: number;
  readonly isActive: OfLane<boolean>;
  readonly accesses: readonly StepAccess[];
}

export function predict(variant: Variant, p: TransposeParams, cta: number): Prediction {
  const trace = new TraceBuilder();
  for (const pass of passesOf(variant, p, cta)) addPass(trace, pass, p, cta);
  return {
    trace: trace.finish(),
    tile: usesTile(variant) ? tileLayout(variant, p) : null,
    sharedBytes: sharedBytes(variant, p),
  };
}

function passesOf(variant: Variant, p: TransposeParams, cta: number): Pass[] {
  const [gridX] = gridOf(p);
  const left = (cta % gridX) * p.tile;
  const top = Math.floor(cta / gridX) * p.tile;
  const buffers = bufferAddresses(launchOf(variant, p));
  const [input, output] = [buffers.get('in')!, buffers.get('out')!];
  const inputAt = (y: number, x: number) => input + (y * p.columns + x) * p.elementBytes;
  const outputAt = (y: number, x: number) => output + (y * p.rows + x) * p.elementBytes;
  const inInput: OfLane<boolean> = (x, row) => left + x < p.columns && top + row < p.rows;
  const inOutput: OfLane<boolean> = (x, row) => top + x < p.rows && left + row < p.columns;

  const read: StepAccess = { space: 'global', kind: 'load', address: (x, row) => inputAt(top + row, left + x) };
  if (!usesTile(variant)) {
    const write: StepAccess = { space: 'global', kind: 'store', address: (x, row) => outputAt(left + x, top + row) };
    return [{ interval: 0, isActive: inInput, accesses: [read, write] }];
  }
  const layout = tileLayout(variant, p);
  const store: StepAccess = { space: 'shared', kind: 'store', address: (x, row) => byteAddressOf(layout, row, x) };
  const load: StepAccess = { space: 'shared', kind: 'load', address: (x, row) => byteAddressOf(layout, x, row) };
  const write: StepAccess = { space: 'global', kind: 'store', address: (x, row) => outputAt(left + row, top + x) };
  return [
    { interval: 0, isActive: inInput, accesses: [read, store] },
    { interval: variant === 'missing-barrier' ? 0 : 1, isActive: inOutput, accesses: [load, write] },
  ];
}

function addPass(trace: TraceBuilder, pass: Pass, p: TransposeParams, cta: number): void {
  const address = new Float64Array(LANES);
  for (let warp = 0; warp * LANES < THREADS; warp++)
    for (let step = 0; step < p.tile; step += threadRows(p))
      for (const access of pass.accesses) {
        const activeMask = fillAddresses(address, warp, step, p.tile, pass.isActive, access.address);
        if (activeMask === 0) continue;
        trace.add({
          cta,
          warp,
          pc: NO_PC,
          space: access.space,
          kind: access.kind,
          widthBytes: p.elementBytes,
          activeMask,
          interval: pass.interval,
          line: 0,
          file: '',
          address,
        });
      }
}

/** Puts a warp's addresses into `into`, and gives its active mask. Threads are numbered along x first, 32 to a warp. */
function fillAddresses(
  into: Float64Array,
  warp: number,
  step: number,
  tile: number,
  isActive: OfLane<boolean>,
  addressOf: OfLane<number>,
): number {
  let mask = 0;
  for (let lane = 0; lane < LANES; lane++) {
    const thread = warp * LANES + lane;
    const x = thread % tile;
    const row = Math.floor(thread / tile) + step;
    const isOn = isActive(x, row);
    into[lane] = isOn ? addressOf(x, row) : -1;
    if (isOn) mask |= 1 << lane;
  }
  return mask >>> 0;
}
