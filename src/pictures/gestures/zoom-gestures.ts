/** Wheel, pinch and drag on a canvas as a zoom about the pointer, by d3-zoom. */
import { select } from 'd3-selection';
import { type D3ZoomEvent, zoom as zoomBehavior, zoomIdentity, zoomTransform } from 'd3-zoom';
import type { Box, Zoom } from '../view.ts';

export interface ZoomGestures {
  scaleBy(factor: number): void;
  fit(): void;
  detach(): void;
}

export function attachZoom(
  canvas: HTMLCanvasElement,
  { x, y, width, height }: Box,
  greatest: number,
  onZoom: (zoom: Zoom) => void,
): ZoomGestures {
  const corners: [[number, number], [number, number]] = [
    [x, y],
    [x + width, y + height],
  ];
  const behavior = zoomBehavior<HTMLCanvasElement, unknown>()
    .extent(corners)
    .translateExtent(corners)
    .scaleExtent([1, greatest])
    .filter(event => isZoomGesture(event, zoomTransform(canvas).k))
    .on('zoom', ({ transform }: D3ZoomEvent<HTMLCanvasElement, unknown>) =>
      onZoom({ k: transform.k, x: transform.x, y: transform.y }),
    );
  const selection = select(canvas).property('__zoom', zoomIdentity).call(behavior).on('dblclick.zoom', null);
  return {
    scaleBy: factor => behavior.scaleBy(selection, factor),
    fit: () => behavior.transform(selection, zoomIdentity),
    detach: () => void selection.on('.zoom', null),
  };
}

/** Without zoom the page keeps its own gestures: scrolling down, and dragging with one finger. */
function isZoomGesture(event: Event, k: number): boolean {
  if (event instanceof WheelEvent) return k > 1 || event.deltaY < 0;
  if (event instanceof MouseEvent) return k > 1 && event.button === 0;
  return k > 1 || (event as TouchEvent).touches.length > 1;
}
