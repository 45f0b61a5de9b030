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

/** Where a lane is in one step of a pass: column of threads, and row of the tile. */
interface Seat {
  readonly x: number;
  readonly row: number;
}

interface StepAccess {
  readonly space: Space;
  readonly kind: AccessKind;
  /** Byte address for a lane. */
  readonly address: (seat: Seat) => number;
}

/** What each lane does in every step between two barriers. */
interface Pass {
  readonly interval: number;
  readonly isActive: (seat: Seat) => boolean;
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
  const inputAt = (y: number, x: number) => buffers.get('in')! + (y * p.columns + x) * p.elementBytes;
  const outputAt = (y: number, x: number) => buffers.get('out')! + (y * p.rows + x) * p.elementBytes;
  const inInput = ({ x, row }: Seat) => left + x < p.columns && top + row < p.rows;
  const inOutput = ({ x, row }: Seat) => top + x < p.rows && left + row < p.columns;

  const read: StepAccess = { space: 'global', kind: 'load', address: s => inputAt(top + s.row, left + s.x) };
  if (!usesTile(variant)) {
    const write: StepAccess = { space: 'global', kind: 'store', address: s => outputAt(left + s.x, top + s.row) };
    return [{ interval: 0, isActive: inInput, accesses: [read, write] }];
  }
  const layout = tileLayout(variant, p);
  const store: StepAccess = { space: 'shared', kind: 'store', address: s => byteAddressOf(layout, s.row, s.x) };
  const load: StepAccess = { space: 'shared', kind: 'load', address: s => byteAddressOf(layout, s.x, s.row) };
  const write: StepAccess = { space: 'global', kind: 'store', address: s => outputAt(left + s.row, top + s.x) };
  return [
    { interval: 0, isActive: inInput, accesses: [read, store] },
    { interval: variant === 'missing-barrier' ? 0 : 1, isActive: inOutput, accesses: [load, write] },
  ];
}

function addPass(trace: TraceBuilder, pass: Pass, p: TransposeParams, cta: number): void {
  for (let warp = 0; warp * LANES < THREADS; warp++)
    for (let step = 0; step < p.tile; step += threadRows(p)) {
      const seats = seatsOf(warp, step, p.tile);
      const active = seats.map(pass.isActive);
      if (!active.includes(true)) continue;
      const activeMask = active.reduce((mask, on, lane) => (on ? mask | (1 << lane) : mask), 0) >>> 0;
      for (const { space, kind, address } of pass.accesses)
        trace.add({
          cta,
          warp,
          pc: NO_PC,
          space,
          kind,
          widthBytes: p.elementBytes,
          activeMask,
          interval: pass.interval,
          line: 0,
          file: '',
          address: Float64Array.from(seats, (seat, lane) => (active[lane] ? address(seat) : -1)),
        });
    }
}

/** Threads are numbered along x first, 32 to a warp. */
const seatsOf = (warp: number, step: number, tile: number): Seat[] =>
  Array.from({ length: LANES }, (_, lane) => {
    const thread = warp * LANES + lane;
    return { x: thread % tile, row: Math.floor(thread / tile) + step };
  });
