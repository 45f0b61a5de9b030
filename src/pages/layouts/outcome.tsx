/** A picture with what belongs to it: legend, post-conditions, and the result as code. */
import type { ReactNode } from 'react';
import type { Check } from '../../model/layout-steps/checks.ts';
import { BankLegend } from '../../pictures/legends.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { CheckList } from './check-list.tsx';
import { type Shown, svgText } from './layouts-files.ts';
import css from './layouts-page.module.css';
import { PrintPanel } from './print-panel.tsx';
import type { Printable } from './printed.ts';
import type { LayoutsHandle } from './use-layouts.ts';

export interface OutcomeProps extends LayoutsHandle {
  readonly theme: Theme;
  readonly shown: Shown;
  /** What is drawn, where it is not what is asked for. */
  readonly stale: string | null;
  readonly hasBanks: boolean;
  readonly checks: readonly Check[];
  readonly printed: Omit<Printable, 'svg'>;
  /** The picture. */
  readonly children: ReactNode;
}

export const Outcome = ({ stale, hasBanks, checks, children, ...rest }: OutcomeProps) => (
  <div id="picture" tabIndex={-1} className={css.result} data-stale={stale !== null || undefined}>
    {stale !== null && <p className={css.stale}>{stale}</p>}
    {children}
    {hasBanks && (
      <div className={css.legend}>
        <BankLegend theme={rest.theme} />
      </div>
    )}
    <div className={css.below}>
      {checks.length > 0 && <CheckList checks={checks} />}
      <Printed {...rest} />
    </div>
  </div>
);

type PrintedProps = Pick<OutcomeProps, 'printed' | 'shown' | 'theme' | 'state' | 'update'>;

const Printed = ({ printed, shown, theme, state, update }: PrintedProps) => (
  <PrintPanel
    printable={{ ...printed, svg: () => svgText(shown, theme) }}
    format={state.format}
    onFormat={format => update({ format, pin: state.pin })}
  />
);
