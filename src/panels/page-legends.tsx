/** The legends of a page, as large as the words of its pictures. */
import { BankLegend, DegreeLegend } from '../pictures/legends/index.tsx';
import type { ThemedProps } from '../pictures/props.ts';
import { usePictureScale } from './use-picture-scale.ts';

export const PageBankLegend = ({ theme }: ThemedProps) => (
  <BankLegend theme={theme} textScale={usePictureScale().textScale} />
);

export const PageDegreeLegend = ({ theme, pad }: ThemedProps & { readonly pad?: true }) => (
  <DegreeLegend theme={theme} pad={pad === true} textScale={usePictureScale().textScale} />
);
