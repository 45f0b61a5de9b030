/** Numbered lines of code with one lit line (kept in view), and before a line the chips of its costs. */
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { useScrollKeys } from './kit/scroll-region.tsx';
import css from './source-pane.module.css';

interface CodeLinesProps {
  readonly label: string;
  readonly text: string | null;
  /** 1-based; 0 = none. */
  readonly lit: number;
  readonly chips?: ReadonlyMap<number, readonly ReactNode[]>;
  /** Lines with a chip can be picked. */
  readonly onPickLine?: (line: number) => void;
}

export function CodeLines({ label, text, lit, chips, onPickLine }: CodeLinesProps) {
  const box = useRef<HTMLOListElement>(null);
  const keys = useScrollKeys(box);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text moves the lit line as well
  useEffect(() => {
    const line = box.current?.querySelector<HTMLElement>('[data-lit]');
    // Scrolls by hand, since scrollIntoView would also scroll the page behind the pane.
    if (line && box.current) box.current.scrollTop = line.offsetTop - box.current.clientHeight / 2 + line.offsetHeight;
  }, [lit, text]);
  const most = Math.max(0, ...[...(chips?.values() ?? [])].map(of => of.length));
  if (text === null) return <p className="waiting">Loading the source …</p>;
  return (
    <ol
      ref={box}
      className={`pane ${css.lines}`}
      style={{ '--chips': most } as CSSProperties}
      aria-label={label}
      {...keys}
    >
      {text.split('\n').map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <li key={at} data-lit={at + 1 === lit || undefined}>
          <span className={`muted rigid ${css.lineNumber}`}>{at + 1}</span>
          {most > 0 && (
            <span className={`rigid ${css.costs}`}>
              {chips?.has(at + 1) && (
                <button
                  type="button"
                  className={`row ${css.pick}`}
                  title="Wavefronts of the worst request, by variant; a click shows this access"
                  onClick={() => onPickLine?.(at + 1)}
                >
                  {chips.get(at + 1)}
                </button>
              )}
            </span>
          )}
          <code>{line || ' '}</code>
        </li>
      ))}
    </ol>
  );
}
