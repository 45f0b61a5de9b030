/** The markers of series, so that none is told from another by its colour alone. */
import type { SceneBuilder } from '../scene/scene-builder.ts';

interface MarkerPlace {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly fill: string;
}

/** Corners on the unit circle's square, y down: square, up, diamond, down, plus, star, cross. A dot is the first. */
const SHAPES: readonly (readonly (readonly [number, number])[])[] = [
  [
    [-0.9, -0.9],
    [0.9, -0.9],
    [0.9, 0.9],
    [-0.9, 0.9],
  ],
  [
    [0, -1.1],
    [1.1, 0.9],
    [-1.1, 0.9],
  ],
  [
    [0, -1.3],
    [1.3, 0],
    [0, 1.3],
    [-1.3, 0],
  ],
  [
    [0, 1.1],
    [1.1, -0.9],
    [-1.1, -0.9],
  ],
  [
    [-0.4, -1.2],
    [0.4, -1.2],
    [0.4, -0.4],
    [1.2, -0.4],
    [1.2, 0.4],
    [0.4, 0.4],
    [0.4, 1.2],
    [-0.4, 1.2],
    [-0.4, 0.4],
    [-1.2, 0.4],
    [-1.2, -0.4],
    [-0.4, -0.4],
  ],
  [
    [0, -1.3],
    [0.35, -0.45],
    [1.25, -0.4],
    [0.55, 0.2],
    [0.75, 1.1],
    [0, 0.6],
    [-0.75, 1.1],
    [-0.55, 0.2],
    [-1.25, -0.4],
    [-0.35, -0.45],
  ],
  [
    [0, -0.5],
    [0.7, -1.2],
    [1.2, -0.7],
    [0.5, 0],
    [1.2, 0.7],
    [0.7, 1.2],
    [0, 0.5],
    [-0.7, 1.2],
    [-1.2, 0.7],
    [-0.5, 0],
    [-1.2, -0.7],
    [-0.7, -1.2],
  ],
];

/** Of the series with that number, beginning anew after the eighth. */
export function drawSeriesMarker(scene: SceneBuilder, series: number, { x, y, radius, fill }: MarkerPlace): void {
  const at = series % (SHAPES.length + 1);
  if (at === 0) {
    scene.dot(x, y, radius, fill);
    return;
  }
  const corners = SHAPES[at - 1].map(([dx, dy]) => `${round(x + dx * radius)} ${round(y + dy * radius)}`);
  scene.path(`M${corners.join('L')}Z`, { stroke: fill, width: 0.5, fill });
}

const round = (px: number): number => Math.round(px * 100) / 100;
