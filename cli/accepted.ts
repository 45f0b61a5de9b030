/** The file of `lanescape check --accept`: known findings, each with the reason why it may stay. */
import { err, ok, type Result } from '../src/base/result.ts';
import { fieldErrorOf } from '../src/contract/field-error.ts';
import { z } from '../src/contract/schema.ts';
import type { Finding } from '../src/trace/finding.ts';
import { fieldProblem, readJson } from './files.ts';

const file = z.array(
  z.strictObject({
    file: z.string().check(z.minLength(1)),
    line: z.int().check(z.minimum(1)),
    kind: z.string(),
    reason: z.string().check(z.minLength(1)),
  }),
);

/**
 * `file` is the end of the source's path. `line` is 1-based; it is a line of the PTX if the module has no line
 * information.
 */
export type AcceptedFinding = z.infer<typeof file>[number];

export interface Sifted {
  /** Findings that are not accepted. */
  readonly findings: readonly Finding[];
  readonly accepted: readonly { readonly finding: Finding; readonly reason: string }[];
  /** Entries that match no finding: what they accepted was mended, or lies elsewhere now. */
  readonly stale: readonly AcceptedFinding[];
}

export async function readAccepted(path: string): Promise<Result<readonly AcceptedFinding[], string>> {
  const json = await readJson(path);
  if (!json.ok) return json;
  const parsed = file.safeParse(json.value);
  return parsed.success ? ok(parsed.data) : err(fieldProblem(path, fieldErrorOf(parsed.error)));
}

export function siftAccepted(found: readonly Finding[], known: readonly AcceptedFinding[]): Sifted {
  const entries = found.map(finding => ({ finding, entry: known.find(entry => fits(entry, finding)) }));
  return {
    findings: entries.filter(({ entry }) => entry === undefined).map(({ finding }) => finding),
    accepted: entries.flatMap(({ finding, entry }) => (entry ? [{ finding, reason: entry.reason }] : [])),
    stale: known.filter(entry => !found.some(finding => fits(entry, finding))),
  };
}

/** A race is found at both of its lines, since it is chance which of them comes last. */
const fits = ({ file: path, line, kind }: AcceptedFinding, finding: Finding): boolean =>
  kind === finding.kind &&
  [finding.place, ...(finding.other ? [finding.other.place] : [])].some(place =>
    place.line > 0 ? place.line === line && isEndOf(path, place.file) : place.ptxLine === line,
  );

const isEndOf = (path: string, file: string): boolean => file === path || file.endsWith(`/${path}`);
