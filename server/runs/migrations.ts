/** The store's tables, one step per change. `user_version` counts the steps that a file has behind it. */
import type { DatabaseSync } from 'node:sqlite';

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
];

/** Each step is one transaction with its count: an interrupted start repeats the step from its beginning. */
export function migrate(database: DatabaseSync, steps = STEPS): void {
  const version = userVersion(database);
  if (version > steps.length) {
    throw new Error(`the history file is of a newer Lanescape (version ${version}, known here: ${steps.length})`);
  }
  for (const [i, step] of steps.entries()) {
    if (i >= version) takeStep(database, i, step);
  }
}

function takeStep(database: DatabaseSync, number: number, step: string): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another server may have taken the step while this one waited for the lock.
    if (userVersion(database) === number) database.exec(`${step}; PRAGMA user_version = ${number + 1}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function userVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}
