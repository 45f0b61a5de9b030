/** Chooses the version that is shown; a second one is copied from the first. */
import { Copy, X } from 'lucide-react';
import { VariantBadge } from '../../pictures/badges.tsx';
import { otherLetter, useWorkbench } from '../../state/workbench-store.ts';
import { duplicateVersion } from './runs.ts';
import type { VersionModel } from './use-versions.ts';

interface VersionSwitchProps {
  readonly versions: readonly VersionModel[];
  readonly shown: VersionModel;
}

export function VersionSwitch({ versions, shown }: VersionSwitchProps) {
  if (versions.length === 1)
    return (
      <button type="button" className="button" onClick={duplicateVersion}>
        <Copy size={14} strokeWidth={1.75} aria-hidden /> Duplicate as {otherLetter(shown.letter)}
      </button>
    );
  return (
    <fieldset className="row">
      <legend className="visually-hidden">Version in sight</legend>
      {versions.map(version => (
        <VersionButton key={version.letter} version={version} isShown={version === shown} />
      ))}
      <CloseButton version={shown} />
    </fieldset>
  );
}

function VersionButton({ version, isShown }: { version: VersionModel; isShown: boolean }) {
  const { letter, document } = version;
  const show = () => {
    const { look, select } = useWorkbench.getState();
    look({ shown: letter });
    select(null);
  };
  return (
    <button
      type="button"
      className="mark"
      aria-pressed={isShown}
      aria-label={`Version ${letter}, ${document.title}`}
      title={document.title}
      onClick={show}
    >
      <VariantBadge letter={letter} />
    </button>
  );
}

const CloseButton = ({ version: { letter } }: { version: VersionModel }) => (
  <button
    type="button"
    className="muted mark"
    aria-label={`Close version ${letter}`}
    title={`Close version ${letter}`}
    onClick={() => useWorkbench.getState().close(letter)}
  >
    <X size={14} strokeWidth={1.75} />
  </button>
);
