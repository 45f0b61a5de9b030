/** The legends of a page, as large as its captions. */
import { BankLegend, DegreeLegend } from '../pictures/legends/index.tsx';
import type { ThemedProps } from '../pictures/props.ts';
import { useCaptionScale } from './use-picture-scale.ts';

export const PageBankLegend = ({ theme }: ThemedProps) => <BankLegend theme={theme} textScale={useCaptionScale()} />;

export const PageDegreeLegend = ({ theme, pad }: ThemedProps & { readonly pad?: true }) => (
  <DegreeLegend theme={theme} pad={pad === true} textScale={useCaptionScale()} />
);
