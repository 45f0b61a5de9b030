import { roleTone } from '../pipeline/roles.ts';
import { tracksOf } from '../pipeline/tracks.ts';
import { drawTrack, type TimelinePen } from './bars.ts';
import type { PlacedRow, RowExtent } from './frame.ts';
import { apart } from './roles.ts';

export function drawUnit(pen: TimelinePen, row: PlacedRow & { readonly kind: 'unit' }): void {
  const { records } = pen;
  const tracks = tracksOf(records);
  for (const { name } of records.scenario.roles) {
    const { fill } = roleTone(records.scenario, name, pen.theme);
    const track =
      row.unit === 'copy' ? tracks.engine(name) : tracks.spans(name, row.unit === 'tensor' ? 'mma' : 'softmax');
    drawTrack(pen, track, { extent: row, fill }, (_, box) => pen.scene.rect(apart(box), fill));
  }
}

/** Who stands at a named barrier: a line for each role that ever does. */
export function drawNamed(pen: TimelinePen, row: PlacedRow & { readonly kind: 'named' }): void {
  const { records } = pen;
  const tracks = tracksOf(records);
  const waits = records.scenario.roles
    .map(({ name }) => ({ name, track: tracks.waitsAt(row.barrier, name) }))
    .filter(({ track }) => track.length > 0);
  const pitch = row.height / Math.max(1, waits.length);
  for (const [i, { name, track }] of waits.entries()) {
    const { fill } = roleTone(records.scenario, name, pen.theme);
    const extent: RowExtent = { y: row.y + i * pitch, height: pitch };
    drawTrack(pen, track, { extent, fill }, (_, box) => pen.scene.rect(apart(box), fill));
  }
}
