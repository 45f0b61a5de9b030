/** The launch of the version in sight. */
import type { VersionModel } from './use-versions.ts';

export const LaunchPanel = ({ version }: { version: VersionModel }) => (
  <pre>{JSON.stringify(version.document.launch, null, 1)}</pre>
);
