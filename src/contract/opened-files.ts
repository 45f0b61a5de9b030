/** Files of the server's machine that the command line named for the page to open. */
import { z } from './schema.ts';

export interface OpenedFile {
  /** Name with the folder that was given: 'softmax-1/capture.json'. */
  readonly name: string;
  readonly bytes: number;
}

/** A file that is read when it is needed: one of the server's, or a `File` of the browser. */
export interface ReadableFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export const openedFilesSchema: z.ZodMiniType<{ readonly files: readonly OpenedFile[] }> = z.strictObject({
  files: z.array(z.strictObject({ name: z.string(), bytes: z.int().check(z.minimum(0)) })),
});
