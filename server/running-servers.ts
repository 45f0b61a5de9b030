/** The running servers of this user, according to the files that they left in the data folder. */
import { readFileSync } from 'node:fs';
import { z } from '../src/contract/schema.ts';
import { livingServerFiles, type ServerAddress } from './server-file.ts';

const serverSchema: z.ZodMiniType<ServerAddress> = z.strictObject({
  url: z.string().check(z.regex(/^http:\/\/[\w.:[\]]+$/)),
  token: z.nullable(z.string()),
});

/** The caller must find out whether they answer. */
export const readServerFiles = (folder: string): ServerAddress[] =>
  livingServerFiles(folder).flatMap(path => {
    const parsed = serverSchema.safeParse(jsonIn(path));
    return parsed.success ? [parsed.data] : [];
  });

/** undefined, which no schema accepts, if the file no longer exists or is no JSON. */
function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
