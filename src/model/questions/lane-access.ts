/** A load of a whole warp from shared memory, for questions that no kernel makes. */
import { LANES } from '../../base/hardware.ts';
import { type Access, NO_PC } from '../../trace/access-trace.ts';

/** `byteOf`: first byte of each lane, a multiple of the width [bytes]. */
export const laneAccess = (widthBytes: number, byteOf: (lane: number) => number): Access => ({
  cta: 0,
  warp: 0,
  pc: NO_PC,
  space: 'shared',
  kind: 'load',
  widthBytes,
  activeMask: 0xffff_ffff,
  interval: 0,
  line: 0,
  file: '',
  address: Float64Array.from({ length: LANES }, (_, lane) => byteOf(lane)),
});
