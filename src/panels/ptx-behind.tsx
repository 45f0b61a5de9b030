/** Each variant's access as the compiler made it, with the address arithmetic just before. */
import { VariantBadge } from '../pictures/badges.tsx';
import css from './source-pane.module.css';
import type { SourceText } from './source-pane.tsx';

/** PTX lines shown before the access: enough to see how its address is made. */
const PTX_CONTEXT = 3;

/** A region that scrolls must be reachable by keyboard, and keep the arrow keys. */
const SCROLLS_BY_KEY = { tabIndex: 0, 'data-own-keys': true };

export function PtxBehind({ sources }: { sources: readonly SourceText[] }) {
  return (
    <section className={`stack ${css.behind}`} aria-label="PTX of the chosen access" {...SCROLLS_BY_KEY}>
      {sources.map(source => (
        <div key={source.badge} className={`lead ${css.snippet}`}>
          <VariantBadge letter={source.badge} />
          {source.ptx && source.ptxLine > 0 ? (
            <pre>
              {ptxContext(source.ptx, source.ptxLine).map(({ line, text }) => (
                <code key={line} data-lit={line === source.ptxLine || undefined}>
                  {text}
                </code>
              ))}
            </pre>
          ) : (
            <span className={`ellipsis caption ${css.note}`}>{source.ptx ? 'no such access' : source.provenance}</span>
          )}
        </div>
      ))}
    </section>
  );
}

function ptxContext(ptx: string, litLine: number): { line: number; text: string }[] {
  const lines = ptx.split('\n');
  const picked: { line: number; text: string }[] = [];
  for (let line = litLine; line > 0 && picked.length <= PTX_CONTEXT; line--) {
    const text = lines[line - 1].trim().replace(/\s+/g, ' ');
    if (text !== '' && !text.startsWith('.loc') && !text.startsWith('//')) picked.unshift({ line, text });
  }
  return picked;
}
