/** The source files that a PTX text names (PTX ISA, "Debugging Directives"). */

const FILE = /^[ \t]*\.file[ \t]+(\d+)[ \t]+"([^"\n]+)"/gm;
const LINE = /^[ \t]*\.loc[ \t]+(\d+)[ \t]/gm;

/** Paths of the sources that it was compiled from with -lineinfo: what its `.file` directives name. */
export const filesNamedBy = (ptx: string): readonly string[] => [
  ...new Set(Array.from(ptx.matchAll(FILE), ([, , path]) => path)),
];

/** Folders of packages and toolkits: a person's own files come before those. */
const INSTALLED = /\/(site-packages|dist-packages|include)\//;

/** Of these, the ones that an instruction was made from: a person's own first, then by how many `.loc` name them. */
export function filesWithLines(ptx: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const [, number] of ptx.matchAll(LINE)) counts.set(number, (counts.get(number) ?? 0) + 1);
  const named = Array.from(ptx.matchAll(FILE), ([, number, path]) => ({ path, lines: counts.get(number) ?? 0 }));
  const rank = (path: string): number => (INSTALLED.test(path) ? 1 : 0);
  const used = named.filter(({ lines }) => lines > 0).sort((a, b) => rank(a.path) - rank(b.path) || b.lines - a.lines);
  return [...new Set(used.map(({ path }) => path))];
}
