/** The store's tables, one step per change. `user_version` counts the steps that a file has had. */
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './transaction.ts';

/** "LANE": shows programs such as `file` (or `PRAGMA application_id`) whose file it is. Older files do not have it. */
const APPLICATION_ID = 0x4c414e45;

const STEPS: readonly string[] = [
  `CREATE TABLE history (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     date TEXT NOT NULL,
     kind TEXT NOT NULL,
     kernel TEXT NOT NULL,
     entry TEXT NOT NULL CHECK (json_valid(entry))
   ) STRICT`,
  `CREATE TABLE runs (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     kernel TEXT NOT NULL,
     record TEXT NOT NULL CHECK (json_valid(record))
   ) STRICT`,
  `CREATE TABLE ceilings (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     gpu TEXT NOT NULL,
     driver TEXT NOT NULL,
     record TEXT NOT NULL CHECK (json_valid(record))
   ) STRICT`,
  // Before this step the rows of a comparison were stored one by one, so a killed server left only some of the last one.
  'ALTER TABLE runs ADD COLUMN whole INTEGER NOT NULL DEFAULT 0',
  `PRAGMA application_id = ${APPLICATION_ID}`,
];

/**
 * Program to which the file belongs, checked before anything is written: tables must not go into another program's
 * file, nor into a newer version.
 */
export function originOf(database: DatabaseSync): 'ours' | 'foreign' | 'newer' {
  if (!isOurs(database)) return 'foreign';
  return userVersion(database) > STEPS.length ? 'newer' : 'ours';
}

/** A new file counts as ours, too. */
function isOurs(database: DatabaseSync): boolean {
  const applicationId = numberOf(database, 'application_id');
  if (applicationId !== 0) return applicationId === APPLICATION_ID;
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return tables.length === 0 || (userVersion(database) > 0 && tables.some(({ name }) => name === 'history'));
}

/** Each step is one transaction together with its count, so an interrupted start repeats the step from its beginning. */
export function migrate(database: DatabaseSync, steps = STEPS): void {
  const version = userVersion(database);
  for (const [i, step] of steps.entries()) {
    if (i >= version) takeStep(database, i, step);
  }
}

function takeStep(database: DatabaseSync, number: number, step: string): void {
  inTransaction(database, () => {
    // Another server may have done the step while this one waited for the lock.
    if (userVersion(database) === number) database.exec(`${step}; PRAGMA user_version = ${number + 1}`);
  });
}

const userVersion = (database: DatabaseSync): number => numberOf(database, 'user_version');

const numberOf = (database: DatabaseSync, pragma: 'user_version' | 'application_id'): number =>
  Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
