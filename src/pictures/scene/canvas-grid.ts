/** Draws a grid of cells through a bitmap of one pixel per cell. */
import { type CellGrid, NO_FILL, type PlacedGrid } from './scene.ts';

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

export function drawGrid(context: CanvasRenderingContext2D, placed: PlacedGrid, pixelRatio: number): void {
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
