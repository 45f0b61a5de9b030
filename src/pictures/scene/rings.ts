/** The two rings that every picture draws in the same way: what the pointer is on, and what is pinned. */

import type { Box } from '../view.ts';
import type { Pen } from './pen.ts';
import type { Tag } from './scene.ts';

/** Keeps a ring findable on cells of a pixel or two. */
const LEAST_PX = 7;

const around = (box: Box, outset: number): Box => {
  const growX = Math.max(outset, (LEAST_PX - box.width) / 2);
  const growY = Math.max(outset, (LEAST_PX - box.height) / 2);
  return { x: box.x - growX, y: box.y - growY, width: box.width + 2 * growX, height: box.height + 2 * growY };
};

/** 2 px ink on a 4 px halo, filled with the mark's own colour so that nothing below shows through. */
export function hoverRing({ scene, theme }: Pen, box: Box, fill: string | undefined, tag: Tag = {}): void {
  const style = { stroke: theme.ink, width: 2, halo: theme.page, haloWidth: 4 };
  scene.ring(around(box, 2), 2.5, fill === undefined ? style : { ...style, fill }, tag);
}

/** 2 px accent, with 1.2 px of page on both sides: accent alone would drown on some banks. */
export function pinnedRing({ scene, theme }: Pen, box: Box, fill: string | undefined): void {
  const style = { stroke: theme.accent.ink, width: 2, halo: theme.page, haloWidth: 4.4 };
  scene.ring(around(box, 2), 2.5, fill === undefined ? style : { ...style, fill });
}
