/** A scene on screen: a canvas in the scene's size, sharp at any pixel ratio. */
import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { usePrinting } from '../gestures/use-printing.ts';
import { drawScene } from './canvas.ts';
import type { Scene } from './scene.ts';

interface SceneCanvasProps {
  readonly scene: Scene;
  /** Description for a screen reader; absent where visible text says the same. */
  readonly label?: string;
  /** Sizes the canvas by style sheet (a thumbnail); without one it has the scene's size. */
  readonly className?: string;
  readonly ref?: Ref<HTMLCanvasElement>;
}

export function SceneCanvas({ scene, label, className = '', ref }: SceneCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pixelRatio = usePixelRatio();
  const isPaper = usePrinting();
  useImperativeHandle(ref, () => canvas.current!, []);
  useLayoutEffect(() => {
    const { current } = canvas;
    const context = current?.getContext('2d');
    if (!current || !context) return;
    resize(current, Math.round(scene.width * pixelRatio), Math.round(scene.height * pixelRatio));
    drawScene(context, scene, { pixelRatio, isPaper });
  }, [scene, pixelRatio, isPaper]);
  const size = className === '' ? { width: scene.width, height: scene.height } : {};
  const words = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <canvas ref={canvas} className={className} style={size} {...words} />;
}

/** Setting a size clears the canvas even where it stays the same, and costs a new buffer. */
function resize(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

/** Follows browser zoom and moves between screens. */
function usePixelRatio(): number {
  const [pixelRatio, setPixelRatio] = useState(() => window.devicePixelRatio);
  useLayoutEffect(() => {
    const media = matchMedia(`(resolution: ${pixelRatio}dppx)`);
    const update = () => setPixelRatio(window.devicePixelRatio);
    media.addEventListener('change', update);
    return () => media.removeEventListener('change', update);
  }, [pixelRatio]);
  return pixelRatio;
}
