/** `Print`: text that a kernel wrote with `printf`. */
import type { Who } from './fault.ts';

export interface Print {
  readonly who: Who;
  readonly text: string;
}
