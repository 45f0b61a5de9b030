/**
 * The checks that every request must pass before a route is looked up, also for the page's own files. Is it meant for
 * this server (Host), and is no foreign page behind it (Origin, Fetch metadata)? Pure: takes headers, returns a refusal.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { API_PREFIX, CLIENT_HEADER } from '../../src/contract/api-address.ts';
import { type ApiRefusal, refusal } from './refusal.ts';
import { plainPath } from './request-path.ts';

export interface RequestHead {
  readonly method: string;
  /** The request target as received. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /**
   * Headers as received: names and values alternate. If the client sent two Host headers, `headers` has only one of
   * them.
   */
  readonly rawHeaders: readonly string[];
}

/** null lets the request pass. @param hosts the exact values of Host that mean this server. */
export function refusalOf(request: RequestHead, hosts: ReadonlySet<string>): ApiRefusal | null {
  const path = plainPath(request.url);
  if (path === null) return refusal(400, 'badRequest', 'connection', NOT_PLAIN);
  return hostRefusal(request, hosts) ?? originRefusal(request, path) ?? (isApi(path) ? apiRefusal(request) : null);
}

const NOT_PLAIN =
  'the address must be a path of letters, digits, - . _ ~ and single slashes, without escapes and dot segments';

const isApi = (path: string): boolean => path === API_PREFIX || path.startsWith(`${API_PREFIX}/`);

function hostRefusal({ rawHeaders }: RequestHead, hosts: ReadonlySet<string>): ApiRefusal | null {
  const named = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1].toLowerCase() === 'host');
  if (named.length !== 1) {
    return refusal(400, 'badHost', 'connection', `expected one Host header, found ${named.length}`);
  }
  if (hosts.has(named[0].toLowerCase())) return null;
  return refusal(403, 'foreignHost', 'connection', 'this server does not answer under that name');
}

/**
 * A page's origin must be exactly the address to which it talks. A request without an Origin is judged by its Fetch
 * metadata.
 */
function originRefusal({ headers }: RequestHead, path: string): ApiRefusal | null {
  const foreign = refusal(403, 'foreignOrigin', 'connection', 'this server answers only its own page');
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return foreign;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return null;
  // A link on another page may open ours. Nothing else may come from there, not even a frame.
  const opensPage = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return opensPage && !isApi(path) ? null : foreign;
}

/** A form or a plain fetch of a foreign page cannot send this header or this content type without a preflight request. */
function apiRefusal({ method, headers }: RequestHead): ApiRefusal | null {
  const name = CLIENT_HEADER.name.toLowerCase();
  if (headers[name] !== CLIENT_HEADER.value) {
    return refusal(
      403,
      'missingHeader',
      'request',
      `expected the header ${CLIENT_HEADER.name}: ${CLIENT_HEADER.value}`,
    );
  }
  const type = headers['content-type']?.split(';')[0].trim().toLowerCase();
  if (method === 'POST' && type !== 'application/json') {
    return refusal(415, 'notJson', 'request', 'expected the content type application/json');
  }
  return null;
}
