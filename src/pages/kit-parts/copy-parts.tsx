/** Buttons that copy. */
import { CopyButton, CopyIcon, CopyTextButton } from '../../panels/kit/copying.tsx';
import { Part, State } from './specimens.tsx';

const TEXT = '(32,8):(8,1)';

export const CopyParts = () => (
  <Part
    name="Copy button"
    file="copying.tsx"
    keys="Enter and Space copy. For two seconds the button says that it did, or that the browser refused."
  >
    <State name="a link">
      <span>
        <CopyButton link={() => location.href} />
      </span>
    </State>
    <State name="a text">
      <span>
        <CopyTextButton text={TEXT} />
      </span>
    </State>
    <State name="beside its text">
      <span className="row">
        <code>{TEXT}</code> <CopyIcon name="layout" text={TEXT} />
      </span>
    </State>
  </Part>
);
