/** The line that puts the page into another one, with what it looks like there. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ok } from '../../../base/result.ts';
import { CheckField } from '../../../panels/kit/choice-fields.tsx';
import { CopyTextButton } from '../../../panels/kit/copying.tsx';
import { NumberField, TextField } from '../../../panels/kit/draft-fields.tsx';
import { useWidth } from '../../../pictures/gestures/use-width.ts';
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
          label="Width, px"
          value={size.width}
          min={200}
          max={4000}
          unit="px"
          onChange={width => setSize({ ...size, width })}
        />
        <NumberField
          label="Height, px"
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
        <Preview src={src} {...size} />
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

interface PreviewProps {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** The frame as it will look, made smaller where the dialog is narrower or the window lower. */
function Preview({ src, width, height }: PreviewProps) {
  const [ref, room] = useWidth();
  const scale = Math.min(1, room / width, MOST_PREVIEW_PX / height);
  return (
    <figure>
      <div ref={ref} className={css.room} style={{ height: height * scale }}>
        <iframe
          title="Preview"
          className={css.framed}
          src={src}
          width={width}
          height={height}
          style={{ scale: `${scale}` }}
          loading="lazy"
        />
      </div>
      {scale < 1 && (
        <figcaption className={`caption ${css.said}`}>Drawn at {Math.round(scale * 100)} % of its size.</figcaption>
      )}
    </figure>
  );
}

const MOST_PREVIEW_PX = 400;

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
