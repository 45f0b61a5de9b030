/** List of what the page's link asked for and could not get. */
import type { LinkProblem } from '../../state/link-codec.ts';

export const LinkProblems = ({ problems }: { readonly problems: readonly LinkProblem[] }) =>
  problems.length > 0 && (
    <div role="alert">
      <ul className="reading tinted link-problems" data-tone="warn">
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <code>{field}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  );
