/** Draws values that arrive faster than frames: only the newest, once in each frame. */
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
    /** A value that is not yet drawn is dropped. */
    end: (): void => cancelAnimationFrame(frame),
  };
}
