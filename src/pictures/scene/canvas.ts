/** Draws a scene on a 2-D canvas context. Only draws: no sizes are decided and no events are heard here. */
import { drawGrid } from './canvas-grid.ts';
import { drawHatches } from './canvas-hatch.ts';
import {
  DASHES,
  type Dots,
  MONO,
  NO_FILL,
  type PathMark,
  type Rects,
  type RingMark,
  SANS,
  type Scene,
  type SceneLayer,
  type SceneLines,
  type TextMark,
} from './scene.ts';

/** Clears the canvas and draws; the canvas must be `scene.width * pixelRatio` wide. */
export function drawScene(context: CanvasRenderingContext2D, scene: Scene, pixelRatio: number): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  for (const layer of scene.layers) {
    context.save();
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    clipTo(context, layer);
    for (const grid of layer.grids) drawGrid(context, grid, pixelRatio);
    drawRects(context, layer.rects, scene.palette);
    drawHatches(context, layer.hatches, scene.palette, pixelRatio);
    drawLines(context, layer.lines, scene.palette);
    drawDots(context, layer.dots, scene.palette);
    for (const path of layer.paths) drawPath(context, new Path2D(path.d), path, scene.palette);
    for (const ring of layer.rings) drawPath(context, ringPath(ring), ring, scene.palette);
    drawTexts(context, layer.texts, scene.palette);
    context.restore();
  }
}

function clipTo(context: CanvasRenderingContext2D, layer: SceneLayer): void {
  if (layer.clip === null) return;
  const { x, y, width, height } = layer.clip;
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}

function drawRects(context: CanvasRenderingContext2D, rects: Rects, palette: readonly string[]): void {
  const g = rects.geometry;
  for (let i = 0; i < rects.fill.length; i++) {
    context.globalAlpha = rects.opacity[i] / 100;
    context.fillStyle = palette[rects.fill[i]];
    if (g[i * 5 + 4] === 0) {
      context.fillRect(g[i * 5], g[i * 5 + 1], g[i * 5 + 2], g[i * 5 + 3]);
    } else {
      context.beginPath();
      context.roundRect(g[i * 5], g[i * 5 + 1], g[i * 5 + 2], g[i * 5 + 3], g[i * 5 + 4]);
      context.fill();
    }
  }
  context.globalAlpha = 1;
}

function drawLines(context: CanvasRenderingContext2D, lines: SceneLines, palette: readonly string[]): void {
  const g = lines.geometry;
  for (let i = 0; i < lines.stroke.length; i++) {
    context.globalAlpha = lines.opacity[i] / 100;
    context.strokeStyle = palette[lines.stroke[i]];
    context.lineWidth = g[i * 5 + 4];
    context.setLineDash(DASHES[lines.dash[i]] as number[]);
    context.beginPath();
    context.moveTo(g[i * 5], g[i * 5 + 1]);
    context.lineTo(g[i * 5 + 2], g[i * 5 + 3]);
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function drawDots(context: CanvasRenderingContext2D, dots: Dots, palette: readonly string[]): void {
  const g = dots.geometry;
  for (let i = 0; i < dots.fill.length; i++) {
    context.globalAlpha = dots.opacity[i] / 100;
    context.fillStyle = palette[dots.fill[i]];
    context.beginPath();
    context.arc(g[i * 3], g[i * 3 + 1], g[i * 3 + 2], 0, 2 * Math.PI);
    context.fill();
  }
  context.globalAlpha = 1;
}

function ringPath({ box, radius }: RingMark): Path2D {
  const path = new Path2D();
  path.roundRect(box.x, box.y, box.width, box.height, radius);
  return path;
}

function drawPath(
  context: CanvasRenderingContext2D,
  path: Path2D,
  mark: Omit<PathMark, 'd'>,
  palette: readonly string[],
): void {
  context.lineJoin = 'round';
  if (mark.haloWidth > 0) {
    context.strokeStyle = palette[mark.halo];
    context.lineWidth = mark.haloWidth;
    context.stroke(path);
  }
  if (mark.fill !== NO_FILL) {
    context.fillStyle = palette[mark.fill];
    context.fill(path);
  }
  if (mark.width === 0) return;
  context.strokeStyle = palette[mark.stroke];
  context.lineWidth = mark.width;
  context.setLineDash(mark.dash as number[]);
  context.stroke(path);
  context.setLineDash([]);
}

const ALIGN = { start: 'left', middle: 'center', end: 'right' } as const;

function drawTexts(context: CanvasRenderingContext2D, texts: readonly TextMark[], palette: readonly string[]): void {
  // A font is parsed when it is set, and most texts have that of the one before.
  let font = '';
  const setFont = (next: string): void => {
    if (next !== font) context.font = next;
    font = next;
  };
  for (const t of texts) {
    setFont(`${t.weight} ${t.size}px ${t.mono ? MONO : SANS}`);
    context.textAlign = ALIGN[t.anchor];
    context.fillStyle = palette[t.fill];
    context.fillText(t.text, t.x, t.y);
    if (t.tail === null) continue;
    const end = t.x + context.measureText(t.text).width + t.tail.gap;
    setFont(`400 ${t.tail.size}px ${SANS}`);
    context.fillStyle = palette[t.tail.fill];
    context.fillText(t.tail.text, end, t.y);
  }
}
