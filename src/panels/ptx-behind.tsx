/** Each variant's access as the compiler made it, with the address arithmetic just before. */

import { VariantBadge } from '../pictures/badges.tsx';
import { ScrollRegion } from './kit/scroll-region.tsx';
import type { SourceText } from './source-files.tsx';
import css from './source-pane.module.css';

/** PTX lines shown before the access: enough to see how its address is made. */
const PTX_CONTEXT = 3;

export function PtxBehind({ sources }: { sources: readonly SourceText[] }) {
  return (
    <ScrollRegion label="PTX of the chosen access" className={`stack ${css.behind}`}>
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
            <span className={`ellipsis caption ${css.note}`}>
              {source.ptx ? source.withoutLine : source.provenance}
            </span>
          )}
        </div>
      ))}
    </ScrollRegion>
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
