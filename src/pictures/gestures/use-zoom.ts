/** Wheel, pinch and keyboard zoom of a picture about the pointer, as a value for the view. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Figure } from '../figure.ts';
import { FIT, type PictureView, type Zoom } from '../view.ts';
import type { ZoomGestures } from './zoom-gestures.ts';

export interface ZoomControl {
  /** Zooms by a factor about the middle, or back to fitting. */
  readonly scaleBy: (factor: number) => void;
  readonly fit: () => void;
}

type Canvas = RefObject<HTMLCanvasElement | null>;

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

/** Key of the room for the zoom; it stays the same while the picture zooms. */
const roomOf = ({ scene, zoomable }: Figure): string =>
  `${scene.width} ${zoomable?.plot.width} ${zoomable?.plot.height} ${zoomable?.greatest.toFixed(3)}`;

/** The code behind gestures comes with the first pointer or key on a picture: the first paint needs none of it. */
const WAKING = ['pointerenter', 'pointerdown'] as const;

function useGestures(canvas: Canvas, figure: Figure, onZoom: (zoom: RoomZoom) => void): ZoomControl {
  const gestures = useRef<Promise<ZoomGestures> | null>(null);
  const wake = useRef<() => Promise<ZoomGestures> | null>(() => null);
  const room = roomOf(figure);
  const { x, y, width, height } = figure.zoomable?.plot ?? { x: 0, y: 0, width: 0, height: 0 };
  const greatest = figure.zoomable?.greatest ?? 1;
  useEffect(() => {
    const element = canvas.current;
    if (element === null || greatest <= 1) return;
    const attach = async () => {
      const { attachZoom } = await import('./zoom-gestures.ts');
      return attachZoom(element, { x, y, width, height }, greatest, zoom => onZoom({ zoom, room }));
    };
    wake.current = () => {
      gestures.current ??= attach();
      return gestures.current;
    };
    for (const event of WAKING) element.addEventListener(event, wake.current);
    return () => {
      for (const event of WAKING) element.removeEventListener(event, wake.current);
      wake.current = () => null;
      void gestures.current?.then(attached => attached.detach());
      gestures.current = null;
    };
  }, [canvas, room, x, y, width, height, greatest, onZoom]);
  return {
    scaleBy: factor => void wake.current()?.then(attached => attached.scaleBy(factor)),
    fit: () => void wake.current()?.then(attached => attached.fit()),
  };
}
