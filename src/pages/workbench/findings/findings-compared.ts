/** Findings of each version that the other one does not have. Pure. */
import type { Finding } from '../../../trace/finding.ts';
import type { VersionModel } from '../use-versions.ts';
import { identityOf, withoutEqual } from './finding-words.ts';

export interface FindingsCompared {
  /** Findings of this version only. */
  readonly alone: ReadonlySet<Finding>;
  /** Findings of the other version only. */
  readonly gone: readonly Finding[];
}

/** null while one of the two has no result. */
export function findingsCompared(version: VersionModel, other: VersionModel | null): FindingsCompared | null {
  const own = version.run.result;
  const others = other?.run.result;
  if (!own || !others) return null;
  const ownIdentities = identitiesOf(version);
  const otherIdentities = identitiesOf(other);
  const alone = withoutEqual(ownIdentities, otherIdentities);
  const gone = withoutEqual(otherIdentities, ownIdentities);
  return {
    alone: new Set(own.inspection.findings.filter((_, at) => alone.has(at))),
    gone: others.inspection.findings.filter((_, at) => gone.has(at)),
  };
}

/** Lines of the CUDA that ran; of PTX, the instruction itself tells places apart. */
function identitiesOf({ run }: VersionModel): string[] {
  if (!run.result) return [];
  const { inspection, document } = run.result;
  const lines = document.source.language === 'cuda' ? document.source.text.split('\n') : [];
  return inspection.findings.map(finding => identityOf(finding, lines));
}
