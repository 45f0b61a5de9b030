/** A link to a page of Lanescape. It is a plain link: the browser follows it, opens it in a new tab and copies it as any other. */
import type { AnchorHTMLAttributes } from 'react';
import { useAddress } from '../../services/address.ts';
import { addressOf, hashOf, type PageLink } from '../../state/page-address.ts';

type LinkProps = PageLink &
  AnchorHTMLAttributes<HTMLAnchorElement> & {
    /** It leads to one of several states of its page: it is the current one only where the state is the same. */
    readonly isState?: boolean;
  };

export function Link({ to, params, search, isState = false, children, ...anchor }: LinkProps) {
  const shown = useAddress();
  const address = addressOf({ to, params, search } as PageLink);
  const isHere = isState ? hashOf(shown) === hashOf(address) : shown.path === address.path;
  return (
    <a {...anchor} href={hashOf(address)} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  );
}
