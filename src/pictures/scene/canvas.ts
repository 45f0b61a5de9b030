/** Draws a scene on a 2-D canvas context. Only draws: no sizes are decided and no events are heard here. */
import {
  type CellGrid,
  DASHES,
  type Dots,
  HATCH_STROKE_PX,
  type Hatches,
  hatchSide,
  MONO,
  NO_FILL,
  type PathMark,
  type PlacedGrid,
  type Rects,
  type RingMark,
  SANS,
  type Scene,
  type SceneLayer,
  type SceneLines,
  type TextMark,
} from './scene.ts';

export interface DrawnOn {
  /** The canvas must be `scene.width * pixelRatio` wide. */
  readonly pixelRatio: number;
  /** Browsers keep what is drawn for paper as single marks. */
  readonly isPaper: boolean;
}

/** Clears the canvas and draws. */
export function drawScene(context: CanvasRenderingContext2D, scene: Scene, { pixelRatio, isPaper }: DrawnOn): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  for (const layer of scene.layers) {
    context.save();
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    clipTo(context, layer);
    for (const grid of layer.grids)
      if (isPaper && hasGaps(grid)) drawCells(context, grid);
      else drawGrid(context, grid, pixelRatio);
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

// Draws a grid of cells through a bitmap of one pixel per cell.

/** One pixel per cell. Keyed by the fill column, which a picture keeps for as long as its cells stay the same. */
const bitmaps = new WeakMap<Uint8Array, HTMLCanvasElement>();

function bitmapOf(grid: CellGrid): HTMLCanvasElement {
  const known = bitmaps.get(grid.fill);
  if (known !== undefined) return known;
  const canvas = document.createElement('canvas');
  canvas.width = grid.columns;
  canvas.height = grid.rows;
  const context = canvas.getContext('2d')!;
  const image = context.createImageData(grid.columns, grid.rows);
  const colours = grid.palette.map(hex => Number.parseInt(hex.slice(1), 16));
  for (let i = 0; i < grid.fill.length; i++) {
    if (grid.fill[i] === NO_FILL) continue;
    const rgb = colours[grid.fill[i]];
    image.data[i * 4] = rgb >>> 16;
    image.data[i * 4 + 1] = (rgb >>> 8) & 255;
    image.data[i * 4 + 2] = rgb & 255;
    image.data[i * 4 + 3] = grid.opacity === null ? 255 : Math.round(grid.opacity[i] * 2.55);
  }
  context.putImageData(image, 0, 0);
  bitmaps.set(grid.fill, canvas);
  return canvas;
}

const hasGaps = ({ gapX, gapY }: PlacedGrid): boolean => gapX > 0 || gapY > 0;

/**
 * Each cell for itself. What is cut out becomes a mask over everything before it in a printed file: with one inside
 * another for each row and column, a viewer needs minutes and gigabytes for a page.
 */
function drawCells(context: CanvasRenderingContext2D, placed: PlacedGrid): void {
  const { grid, x, y, pitchX, pitchY, gapX, gapY } = placed;
  for (let i = 0; i < grid.fill.length; i++) {
    if (grid.fill[i] === NO_FILL) continue;
    context.globalAlpha = grid.opacity === null ? 1 : grid.opacity[i] / 100;
    context.fillStyle = grid.palette[grid.fill[i]];
    const column = i % grid.columns;
    const row = Math.floor(i / grid.columns);
    context.fillRect(x + column * pitchX, y + row * pitchY, pitchX - gapX, pitchY - gapY);
  }
  context.globalAlpha = 1;
}

function drawGrid(context: CanvasRenderingContext2D, placed: PlacedGrid, pixelRatio: number): void {
  const { grid, x, y, pitchX, pitchY, gapX, gapY } = placed;
  if (grid.columns === 0 || grid.rows === 0) return;
  context.save();
  context.imageSmoothingEnabled = false;
  context.drawImage(bitmapOf(grid), x, y, pitchX * grid.columns, pitchY * grid.rows);
  // The gaps are cut out afterwards: columns + rows rectangles instead of columns * rows.
  context.globalCompositeOperation = 'destination-out';
  const snap = (v: number): number => Math.round(v * pixelRatio) / pixelRatio;
  if (gapX > 0)
    for (let c = 1; c <= grid.columns; c++) context.fillRect(snap(x + c * pitchX) - gapX, y, gapX, pitchY * grid.rows);
  // A gap thinner than a pixel is left to antialiasing: snapping would make it as thick as its cell.
  const place = gapY * pixelRatio >= 1 ? snap : (v: number): number => v;
  if (gapY > 0)
    for (let r = 1; r <= grid.rows; r++) context.fillRect(x, place(y + r * pitchY) - gapY, pitchX * grid.columns, gapY);
  context.restore();
}

// Areas that are not data: padding, and memory that was never written.

function drawHatches(
  context: CanvasRenderingContext2D,
  hatches: Hatches,
  palette: readonly string[],
  pixelRatio: number,
): void {
  const g = hatches.geometry;
  for (let i = 0; i < hatches.ground.length; i++) {
    context.fillStyle = palette[hatches.ground[i]];
    context.fillRect(g[i * 5], g[i * 5 + 1], g[i * 5 + 2], g[i * 5 + 3]);
    const stroke = palette[hatches.stroke[i]];
    context.fillStyle = hatchPattern(context, stroke, g[i * 5 + 4], hatches.dotted[i] === 1, pixelRatio);
    context.fillRect(g[i * 5], g[i * 5 + 1], g[i * 5 + 2], g[i * 5 + 3]);
  }
}

const patterns = new Map<string, CanvasPattern>();

function hatchPattern(
  context: CanvasRenderingContext2D,
  stroke: string,
  period: number,
  dotted: boolean,
  pixelRatio: number,
): CanvasPattern {
  const key = `${stroke} ${period} ${dotted} ${pixelRatio}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  // Drawn finer than the screen, because the pattern is turned. A tile has whole pixels, so it is scaled back to its side.
  const side = hatchSide(period, dotted);
  const pixels = Math.ceil(side * pixelRatio * 4);
  const tile = document.createElement('canvas');
  tile.width = pixels;
  tile.height = pixels;
  const pen = tile.getContext('2d')!;
  pen.scale(pixels / side, pixels / side);
  pen.fillStyle = stroke;
  pen.fillRect(0, 0, HATCH_STROKE_PX, dotted ? HATCH_STROKE_PX : side);
  const pattern = context.createPattern(tile, 'repeat')!;
  pattern.setTransform(new DOMMatrix().rotate(dotted ? 0 : 45).scale(side / pixels));
  patterns.set(key, pattern);
  return pattern;
}
