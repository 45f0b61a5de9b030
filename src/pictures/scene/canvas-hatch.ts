/** Draws areas that are no data: padding and what nobody wrote. */
import { HATCH_STROKE_PX, type Hatches, hatchSide } from './scene.ts';

export function drawHatches(
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
