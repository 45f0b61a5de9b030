/**
 * SQLite, which Node has from 22.13 on. An installed Lanescape may run on an older Node: then nothing is kept of builds and
 * runs, and no file can be locked, but everything else works.
 */
import { isBuiltin } from 'node:module';

export type Sqlite = typeof import('node:sqlite');

/** null on a Node without it. */
export const sqlite: Sqlite | null = isBuiltin('node:sqlite') ? await import('node:sqlite') : null;

/** What to tell a user whose Node has none. */
export const WITHOUT_SQLITE = `since Node ${process.versions.node} has no SQLite: start Lanescape with Node 22.13 or later to keep builds and runs`;
