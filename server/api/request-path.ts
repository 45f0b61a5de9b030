/**
 * The path of a request, in the only form that is accepted. If a path can be written in two ways (`/%61pi`, `//api`,
 * `/x/../api`), the guard, the router and the files might each read it differently.
 */

/** Characters that mean the same to every reader. None of our files and routes has others in its name. */
const PLAIN = /^(?:\/[\w.~-]*)+$/;

/**
 * The path without the query; null for a target that is no plain path (`*`, `http://host/…`, an escape, an empty or
 * dotted segment).
 */
export function plainPath(target: string): string | null {
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  if (!PLAIN.test(path)) return null;
  const segments = path.slice(1).split('/');
  const isPlain = segments.every(
    (segment, i) => segment !== '.' && segment !== '..' && (segment !== '' || i === segments.length - 1),
  );
  return isPlain ? path : null;
}
