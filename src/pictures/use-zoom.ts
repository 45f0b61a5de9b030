/** Wheel, pinch and keyboard zoom of a picture about the pointer (d3-zoom), as a value for the view. */
import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomBehavior, zoom as zoomBehavior, zoomIdentity, zoomTransform } from 'd3-zoom';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Figure } from './figure.ts';
import { FIT, type PictureView, type Zoom } from './view.ts';

export interface ZoomControl {
  /** By a factor about the middle, or back to fitting. */
  readonly scaleBy: (factor: number) => void;
  readonly fit: () => void;
}

type Canvas = RefObject<HTMLCanvasElement | null>;
type Behavior = ZoomBehavior<HTMLCanvasElement, unknown>;

/** A zoom and the room it belongs to: in another room (new width, new tile) the picture starts fitted. */
interface RoomZoom {
  readonly zoom: Zoom;
  readonly room: string;
}

/** The figure under the zoom that the user chose. */
export function useZoomedFigure<Records>(
  figureOf: (records: Records, view: PictureView) => Figure,
  records: Records,
  view: PictureView,
  canvas: Canvas,
): [Figure, ZoomControl] {
  const [{ zoom, room }, setZoom] = useState<RoomZoom>({ zoom: FIT, room: '' });
  const zoomed = useMemo(() => figureOf(records, { ...view, zoom }), [figureOf, records, view, zoom]);
  const isOld = zoom.k !== 1 && room !== roomOf(zoomed);
  const figure = useMemo(() => (isOld ? figureOf(records, view) : zoomed), [isOld, figureOf, records, view, zoomed]);
  return [figure, useGestures(canvas, figure, setZoom)];
}

/** Nothing here changes while the picture zooms. */
const roomOf = ({ scene, zoomable }: Figure): string =>
  `${scene.width} ${zoomable?.plot.width} ${zoomable?.plot.height} ${zoomable?.greatest.toFixed(3)}`;

function useGestures(canvas: Canvas, figure: Figure, onZoom: (zoom: RoomZoom) => void): ZoomControl {
  const behavior = useRef<Behavior | null>(null);
  const room = roomOf(figure);
  const { x, y, width, height } = figure.zoomable?.plot ?? { x: 0, y: 0, width: 0, height: 0 };
  const greatest = figure.zoomable?.greatest ?? 1;
  useEffect(() => {
    const element = canvas.current;
    if (element === null || greatest <= 1) return;
    const corners: [[number, number], [number, number]] = [
      [x, y],
      [x + width, y + height],
    ];
    const listener = ({ transform }: D3ZoomEvent<HTMLCanvasElement, unknown>) =>
      onZoom({ zoom: { k: transform.k, x: transform.x, y: transform.y }, room });
    const next: Behavior = zoomBehavior<HTMLCanvasElement, unknown>()
      .extent(corners)
      .translateExtent(corners)
      .scaleExtent([1, greatest])
      .filter(event => isZoomGesture(event, zoomTransform(element).k))
      .on('zoom', listener);
    const selection = select(element).property('__zoom', zoomIdentity).call(next).on('dblclick.zoom', null);
    behavior.current = next;
    return () => {
      behavior.current = null;
      selection.on('.zoom', null);
    };
  }, [canvas, room, x, y, width, height, greatest, onZoom]);
  const apply = (act: (behavior: Behavior, element: HTMLCanvasElement) => void): void => {
    if (behavior.current !== null && canvas.current !== null) act(behavior.current, canvas.current);
  };
  return {
    scaleBy: factor => apply((b, element) => b.scaleBy(select(element), factor)),
    fit: () => apply((b, element) => b.transform(select(element), zoomIdentity)),
  };
}

/** At rest the page keeps its own gestures: scrolling down, and dragging with one finger. */
function isZoomGesture(event: Event, k: number): boolean {
  if (event instanceof WheelEvent) return k > 1 || event.deltaY < 0;
  if (event instanceof MouseEvent) return k > 1 && event.button === 0;
  return k > 1 || (event as TouchEvent).touches.length > 1;
}
