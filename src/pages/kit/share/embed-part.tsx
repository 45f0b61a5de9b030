/** The line that puts the page into another one, with what it looks like there. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ok } from '../../../base/result.ts';
import { CheckField } from '../../../panels/kit/choice-fields.tsx';
import { CopyTextButton } from '../../../panels/kit/copying.tsx';
import { NumberField, TextField } from '../../../panels/kit/draft-fields.tsx';
import { ScrollRegion } from '../../../panels/kit/scroll-region.tsx';
import { useAddress } from '../../../services/address.ts';
import { iframeLine } from './iframe-line.ts';
import css from './share.module.css';

export function EmbedPart() {
  const place = useAddress();
  const [base, setBase] = useState(`${location.origin}${location.pathname}`);
  const [size, setSize] = useState({ width: 800, height: 450 });
  const [isLocked, setLocked] = useState(true);
  const { src, line } = iframeLine({ base, place, size, isLocked, title: titleInSight() });
  const { data: isRefused = false } = useQuery({ queryKey: ['framing is refused'], queryFn: framingIsRefused });
  const isKernel = place.path.startsWith('/banks/');
  return (
    <>
      <TextField label="Base address" layout="stack" value={base} parse={ok} onChange={setBase} />
      <div className={css.fields}>
        <NumberField
          label="Width"
          value={size.width}
          min={200}
          max={4000}
          unit="px"
          onChange={width => setSize({ ...size, width })}
        />
        <NumberField
          label="Height"
          value={size.height}
          min={150}
          max={4000}
          unit="px"
          onChange={height => setSize({ ...size, height })}
        />
        {isKernel && <CheckField label="Lock all parameters" checked={isLocked} onChange={setLocked} />}
      </div>
      <pre className={css.line}>{line}</pre>
      <div className="row wrap">
        <CopyTextButton text={line} />
        <a className="button" href={src} target="_blank" rel="noreferrer">
          Open it alone
        </a>
      </div>
      {isOwn(base) ? (
        <ScrollRegion className={`${css.preview} ${css.scrolled}`}>
          <iframe title="Preview" src={src} width={size.width} height={size.height} loading="lazy" />
        </ScrollRegion>
      ) : (
        <p className="caption">No preview of another address: open it alone.</p>
      )}
      {isRefused && isOwn(base) && (
        <p className="caption">
          This server lets no other page frame it. Put dist/ on a file server, and name its address above.
        </p>
      )}
    </>
  );
}

/** Readers hear it as the name of the frame. */
const titleInSight = (): string =>
  [...document.querySelectorAll('h1')].map(({ textContent }) => textContent).join() || document.title;

/** Pages of the local server may frame nothing but themselves. */
const isOwn = (base: string): boolean =>
  URL.canParse(base, location.href) && new URL(base, location.href).origin === location.origin;

async function framingIsRefused(): Promise<boolean> {
  const { headers } = await fetch(location.pathname, { method: 'HEAD' });
  return headers.get('content-security-policy')?.includes("frame-ancestors 'self'") === true;
}
