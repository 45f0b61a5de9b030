/** Each variant's access as the compiler made it, with the address arithmetic just before. */

import { VariantBadge } from '../pictures/badges.tsx';
import { useMediaQuery } from '../pictures/gestures/use-media-query.ts';
import { ScrollRegion } from './kit/scroll-region.tsx';
import type { SourceText } from './source-files.tsx';
import css from './source-pane.module.css';

/** PTX lines of an access: itself, and enough before it to see how its address is made. */
const MOST_LINES = 4;
/** Lines that the folded pane has room for, as `source-pane.module.css` sizes it. */
const ROOM_LINES = { low: 4, tall: 7 };
const TALL = '(min-height: 1000px)';

interface PtxBehindProps {
  readonly sources: readonly SourceText[];
  /** Whether the pane is folded: then the accesses of all variants share its few lines. */
  readonly folded: boolean;
}

export function PtxBehind({ sources, folded }: PtxBehindProps) {
  const isTall = useMediaQuery(TALL);
  const room = Math.floor((isTall ? ROOM_LINES.tall : ROOM_LINES.low) / sources.length);
  const lines = folded ? Math.min(MOST_LINES, room) : MOST_LINES;
  return (
    <ScrollRegion label="PTX of the chosen access" className={`list ${css.behind}`}>
      {sources.map(source => (
        <div key={source.badge} className={`lead ${css.snippet}`}>
          <VariantBadge letter={source.badge} size={lines === 1 ? 16 : 20} />
          {source.ptx && source.ptxLine > 0 ? (
            <pre>
              {ptxContext(source.ptx, source.ptxLine, lines).map(({ line, text }) => (
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

function ptxContext(ptx: string, litLine: number, most: number): { line: number; text: string }[] {
  const all = ptx.split('\n');
  const picked: { line: number; text: string }[] = [];
  for (let line = litLine; line > 0 && picked.length < most; line--) {
    const text = all[line - 1].trim().replace(/\s+/g, ' ');
    if (text !== '' && !text.startsWith('.loc') && !text.startsWith('//')) picked.unshift({ line, text });
  }
  return picked;
}
