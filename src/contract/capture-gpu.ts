/** The GPU that answered a captured launch: in the capture itself, and in a document that was made of it. */
import type { CaptureGpu } from '../trace/capture.ts';
import { z } from './schema.ts';

const count = z.int().check(z.minimum(0));

export const captureGpu: z.ZodMiniType<CaptureGpu> = z.strictObject({
  device: z.exactOptional(count),
  name: z.string().check(z.maxLength(200)),
  computeCapability: z.tuple([count, count]),
  driver: count,
});
