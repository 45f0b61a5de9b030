/** Files of the server's machine that the command line named for the page to open. */
import { z } from './schema.ts';

export interface OpenedFile {
  /** With the folder that was named: 'softmax-1/capture.json'. */
  readonly name: string;
  readonly bytes: number;
}

export const openedFilesSchema: z.ZodMiniType<{ readonly files: readonly OpenedFile[] }> = z.strictObject({
  files: z.array(z.strictObject({ name: z.string(), bytes: z.int().check(z.minimum(0)) })),
});
