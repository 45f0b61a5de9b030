/**
 * Line of the author's source for which an instruction stands: if the toolkit's headers were inlined there, that of the
 * call.
 */
import type { Module, SourceLocation } from './ast.ts';

/** Below `toolkit/` once paths are shortened; else where installers, packages and Windows put the headers. */
const TOOLKIT_PATH =
  /^toolkit\/|[\\/]targets[\\/][^\\/]+[\\/]include[\\/]|[\\/]nvidia[\\/][^\\/]+[\\/]include[\\/]|NVIDIA GPU Computing Toolkit|[\\/]cuda(-[\d.]+)?[\\/]include[\\/]|^\/usr\/include\//;

/** Numbers of the files that belong to the toolkit. */
export const toolkitFiles = (files: Module['files']): ReadonlySet<number> =>
  new Set([...files].filter(([, path]) => TOOLKIT_PATH.test(path)).map(([number]) => number));

/** A line that was not inlined into anything stays as it is. */
export function ownLocation(location: SourceLocation | null, toolkit: ReadonlySet<number>): SourceLocation | null {
  let own = location;
  while (own?.inlinedAt !== undefined && toolkit.has(own.file)) own = own.inlinedAt;
  return own;
}
