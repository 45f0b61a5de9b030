/** The versions of PTX and the targets that a module may name (PTX ISA 9.0, sections 11.1.1, 11.1.2 and 13, "Release Notes"). */

/** The last minor version of each major one. The newest goes on, and keeps what its first minor version had. */
const LAST_MINOR: ReadonlyMap<number, number> = new Map([
  [1, 5],
  [2, 3],
  [3, 2],
  [4, 3],
  [5, 0],
  [6, 5],
  [7, 8],
  [8, 8],
  [9, Number.POSITIVE_INFINITY],
]);

const [OLDEST, NEWEST] = [1, 9];

/** Null where the version is known; else why a module of it is not read. */
export function versionRefusal(major: number, minor: number): string | null {
  if (minor <= (LAST_MINOR.get(major) ?? -1)) return null;
  return `PTX version ${major}.${minor} is not known here; versions ${OLDEST}.0 to ${NEWEST}.x are`;
}

const TARGETS: ReadonlySet<number> = new Set([
  ...[10, 11, 12, 13, 20, 21, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89],
  ...[90, 100, 101, 103, 110, 120, 121],
]);
/** First targets of one architecture only, and first targets of a family. */
const [FIRST_SPECIFIC, FIRST_FAMILY] = [90, 100];

/** Null where the target is known; else why a module for it is not read. */
export function targetRefusal(target: string): string | null {
  const [, digits, suffix] = /^sm_(\d{2,3})([af]?)$/.exec(target) ?? [];
  const number = Number(digits);
  const from = suffix === 'a' ? FIRST_SPECIFIC : suffix === 'f' ? FIRST_FAMILY : 0;
  if (TARGETS.has(number) && number >= from) return null;
  return `target '${target.slice(0, 40)}' is not known here; sm_50 to sm_121 are, with a or f behind where there is such a one`;
}
