/** A picture with what belongs to it: legend, post-conditions, and the result as code. */
import type { CSSProperties, ReactNode } from 'react';
import type { Check } from '../../model/layout-steps/checks.ts';
import { PageBankLegend } from '../../panels/page-legends.tsx';
import { figuresSvg } from '../../pictures/scene/figure-svg.ts';
import type { Theme } from '../../pictures/theme.ts';
import { CheckList } from './check-list.tsx';
import { pictureFile, type Shown } from './layouts-files.ts';
import css from './layouts-page.module.css';
import { PrintPanel } from './print-panel.tsx';
import type { Printable } from './printed.ts';
import type { LayoutsHandle } from './use-layouts.ts';

export interface OutcomeProps extends LayoutsHandle {
  readonly theme: Theme;
  readonly shown: Shown;
  /** Name of what is drawn, if it is not what was asked for. */
  readonly stale: string | null;
  readonly hasBanks: boolean;
  readonly checks: readonly Check[];
  readonly printed: Omit<Printable, 'svg'>;
  /** The most that the picture needs; what belongs to it stands beside it then. Below it where null. */
  readonly pictureWidthPx: number | null;
  /** Shown before the checks. */
  readonly facts: ReactNode;
  /** The picture. */
  readonly children: ReactNode;
}

export const Outcome = ({ pictureWidthPx, facts, checks, ...rest }: OutcomeProps) => (
  <div
    id="picture"
    tabIndex={-1}
    className={pictureWidthPx === null ? css.result : `${css.result} ${css.beside}`}
    data-narrow={pictureWidthPx === null ? undefined : true}
    data-stale={rest.stale !== null || undefined}
    style={{ '--picture-px': `${pictureWidthPx}px` } as CSSProperties}
  >
    <Drawing {...rest} />
    <div className={css.below}>
      {facts}
      {checks.length > 0 && <CheckList checks={checks} />}
      <Printed {...rest} />
    </div>
  </div>
);

const Drawing = ({ stale, hasBanks, theme, children }: Omit<OutcomeProps, 'pictureWidthPx' | 'facts' | 'checks'>) => (
  <div>
    {stale !== null && <p className={css.stale}>{stale}</p>}
    {children}
    {hasBanks && (
      <div className={css.legend}>
        <PageBankLegend theme={theme} />
      </div>
    )}
  </div>
);

type PrintedProps = Pick<OutcomeProps, 'printed' | 'shown' | 'theme' | 'state' | 'update'>;

const Printed = ({ printed, shown, theme, state, update }: PrintedProps) => (
  <PrintPanel
    printable={{ ...printed, svg: () => figuresSvg(pictureFile(shown, theme)) }}
    format={state.format}
    onFormat={format => update({ format, pin: state.pin })}
  />
);
