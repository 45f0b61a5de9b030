/** For values that arrive faster than frames: only the newest is drawn, once a frame. */
export function onceAFrame<T>(draw: (value: T) => void) {
  let frame = 0;
  let newest: T;
  return {
    show(value: T): void {
      newest = value;
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        draw(newest);
      });
    },
    /** What is not drawn yet never is. */
    end: (): void => cancelAnimationFrame(frame),
  };
}
