/** The HTML that frames a page of Lanescape. */
import { hashOf, type PagePlace } from '../../../state/page-address.ts';

interface Framed {
  /** Where the page is hosted, without what stands behind `#`. */
  readonly base: string;
  readonly place: PagePlace;
  /** In px. */
  readonly size: { readonly width: number; readonly height: number };
  /** Whether parameters cannot be changed, on a kernel's page. */
  readonly isLocked: boolean;
  readonly title: string;
}

export function iframeLine({ base, place: { path, search }, size, isLocked, title }: Framed) {
  const isKernel = path.startsWith('/banks/');
  const { lock: _, ...words } = search;
  const embedded = { ...words, embed: '1', ...(isKernel && isLocked ? { lock: 'all' } : {}) };
  const src = `${base}${hashOf({ path, search: embedded })}`;
  const line = `<iframe src="${quoted(src)}" title="${quoted(title)}" width="${size.width}" height="${size.height}" style="border: 0" loading="lazy"></iframe>`;
  return { src, line };
}

const quoted = (text: string): string =>
  text.replace(/[&"<>]/g, sign => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
