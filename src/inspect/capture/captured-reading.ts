/** All that parameters and memory of a capture are read with. */
import type { EntryOutline } from '../../ptx/outline/module-outline.ts';
import type { CaptureContents } from '../../trace/capture.ts';
import type { NamedBuffer } from './captured-buffers.ts';
import type { MapOfCapture } from './captured-maps.ts';
import type { CapturedParam } from './captured-params.ts';
import type { CapturedRegion, RegionPlace } from './captured-regions.ts';

/** A tensor map, and where its tensor lies; null if its memory was not captured. */
export interface PlacedMap {
  readonly map: MapOfCapture;
  readonly tensor: RegionPlace | null;
}

export interface CaptureReading {
  readonly contents: CaptureContents;
  readonly entry: EntryOutline;
  readonly regions: readonly CapturedRegion[];
  readonly maps: readonly PlacedMap[];
  readonly params: readonly CapturedParam[];
  readonly buffers: readonly NamedBuffer[];
}
