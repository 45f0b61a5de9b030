/**
 * The path of a request in its one form. The guard, the router and the files each read it their own way where a path can be
 * written in two (`/%61pi`, `//api`, `/x/../api`): so only a path that can be read in one way is let in.
 */

/** Letters that mean themselves in every reading. No file and no route of ours has another in its name. */
const PLAIN = /^(?:\/[\w.~-]*)+$/;

/** Without the query; null for a target that is no plain path (`*`, `http://host/…`, an escape, an empty or dotted segment). */
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
