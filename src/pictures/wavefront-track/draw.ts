/** Wavefront track: one row of cells per variant, served and pending, with one playhead across all of them. */
import type { WavefrontTrackRecords } from '../records.ts';
import { type Scene, TRACK } from '../scene/scene.ts';
import { SceneBuilder } from '../scene/scene-builder.ts';
import { degreeFill, type Theme } from '../theme.ts';

const LETTERS_PX = 16;
const ROW_PX = 15;
const CELL_PX = 9;
const TOP_PX = 5;
const KNOB_PX = 4;
const RIGHT_PX = 6;
const PENDING = 0.28;

export interface TrackFrame {
  readonly x: number;
  readonly pitch: number;
  /** Wavefronts of the longest track. */
  readonly length: number;
}

export function trackFrame({ tracks }: WavefrontTrackRecords, widthPx: number): TrackFrame {
  const length = Math.max(1, ...tracks.map(track => track.wavefronts));
  return { x: LETTERS_PX, pitch: (widthPx - LETTERS_PX - RIGHT_PX) / length, length };
}

/** Wavefronts served when the playhead is dropped at x: 0 left of the track, all of them to its right. */
export function trackHit(records: WavefrontTrackRecords, widthPx: number, x: number): number {
  const frame = trackFrame(records, widthPx);
  return Math.min(frame.length, Math.max(0, Math.ceil((x - frame.x) / frame.pitch)));
}

/** The playhead stands in the middle of the wavefront that it served last. */
export const playheadX = (frame: TrackFrame, playhead: number): number =>
  frame.x + Math.max(0, Math.min(playhead, frame.length) - 0.5) * frame.pitch;

export function trackScene(records: WavefrontTrackRecords, theme: Theme, playhead: number, widthPx: number): Scene {
  const frame = trackFrame(records, widthPx);
  const scene = new SceneBuilder();
  const gap = frame.pitch >= 6 ? 1.4 : frame.pitch >= 3 ? 0.6 : 0;
  const rowY = (row: number): number => TOP_PX + row * ROW_PX;
  records.tracks.forEach(({ letter, wavefronts, ways }, row) => {
    scene.text(0, rowY(row) + CELL_PX - 0.5, letter, theme.ink, { size: 11, weight: 700 });
    const end = frame.x + frame.length * frame.pitch;
    const middle = rowY(row) + CELL_PX / 2;
    for (let w = 0; w < wavefronts; w++) {
      const box = { x: frame.x + w * frame.pitch, y: rowY(row), width: frame.pitch - gap, height: CELL_PX };
      const radius = Math.min(1.5, box.width / 4);
      scene.rect(box, degreeFill(theme, ways[w] ?? 1), { radius, opacity: w < playhead ? 1 : PENDING });
    }
    if (wavefronts < frame.length)
      scene.line([frame.x + wavefronts * frame.pitch + 1, middle], [end, middle], theme.lineStrong, { dash: TRACK });
  });
  const height = rowY(records.tracks.length) - (ROW_PX - CELL_PX) + TOP_PX;
  scene.layer();
  drawPlayhead(scene, theme, playheadX(frame, playhead), height, (height - CELL_PX) / 2 + CELL_PX / 2);
  return scene.finish(widthPx, height);
}

function drawPlayhead(scene: SceneBuilder, theme: Theme, x: number, height: number, knobY: number): void {
  scene.line([x, 1], [x, height - 1], theme.accent.ink, { width: 2 });
  scene.dot(x, knobY, KNOB_PX + 1.2, theme.surface);
  scene.dot(x, knobY, KNOB_PX, theme.accent.ink);
}
