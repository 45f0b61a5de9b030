/** A long name of code, which may break into lines behind its points, colons and underscores. */
import { Fragment } from 'react';

export const Breakable = ({ text }: { readonly text: string }) =>
  [...text.matchAll(/[^._:]*[._:]*/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
