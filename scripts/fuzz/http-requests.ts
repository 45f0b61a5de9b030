/** Damaged HTTP: raw requests of every kind that the page and the command send, with every part exchanged or cut. */
import type { Choices } from '../random.ts';
import { mutateJson } from './mutate-json.ts';

export interface Sent {
  /** Pieces that are written one after another. */
  readonly pieces: readonly Buffer[];
  /** Whether the sender closes its side after them. */
  readonly halfClosed: boolean;
  /** The requests as they are before any damage. */
  readonly requests: number;
}

interface Server {
  readonly port: number;
  readonly token: string;
}

interface Request {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly headers: readonly string[];
  readonly body: string;
}

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'PATCH',
  'PURGE',
  'get',
  'G\u0000T',
  'PRI',
];
const TARGETS = [
  ...[
    '/',
    '/index.html',
    '/large.json',
    '/assets/a-1234.js',
    '/nothing',
    '/api',
    '/api/',
    '/api/machine',
    '/api/session',
  ],
  ...[
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/assets/../../outside.txt',
    '/..\\outside.txt',
    '/link.txt',
  ],
  ...[
    '/folder/outside.txt',
    '/folder/',
    '/.env',
    '/%2eenv',
    '/%252e%252e/outside.txt',
    '//outside.txt',
    '/./.env',
    '/%00',
  ],
  ...[
    '/%61pi/machine',
    '//api/machine',
    '/API/machine',
    '/api/../api/machine',
    '/api%2fmachine',
    '/api;/machine',
    '/api/machine#',
  ],
  ...[
    '*',
    '',
    'http://127.0.0.1/',
    'http://evil.example/api/machine',
    'evil.example:443',
    '/\xc0\xae\xc0\xae/outside.txt',
    '/\u0000',
  ],
  ...[
    '/api/builds?limit=1',
    '/api/builds?limit=-1',
    '/api/builds?__proto__[x]=1',
    '/api/runs?kernel=probe',
    `/${'a/'.repeat(5000)}`,
  ],
  ...[`/${'a'.repeat(300)}`, `/?${'q='.repeat(9000)}`, '/%', '/assets', '/api/runs/remove', '/api/compile', '/api/run'],
];
const HEADERS = [
  ...[
    'Host: evil.example',
    'Host:',
    'Host : x',
    'Origin: http://evil.example',
    'Origin: null',
    'Sec-Fetch-Site: cross-site',
  ],
  ...[
    'Content-Length: 0',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Content-Length: 0x5',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: identity',
  ],
  ...[
    'Connection: close',
    'Connection: keep-alive',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Upgrade: h2c',
    'Expect: 100-continue',
  ],
  ...[
    'Expect: 200-ok',
    'Range: bytes=0-5',
    'Range: bytes=9999999-',
    'Range: bytes=-1,0-0',
    'If-Range: x',
    'If-None-Match: *',
  ],
  ...[
    'If-Match: "x"',
    'If-Modified-Since: yesterday',
    'Accept-Encoding: br;q=x',
    'Content-Type: text/plain',
    'Content-Encoding: gzip',
  ],
  ...[
    'X-Lanescape: 0',
    'Authorization: Bearer x',
    'Authorization: Basic Og==',
    'Cookie: lanescape_1=x; =; ;;',
    `Cookie: ${'a=b;'.repeat(30_000)}`,
  ],
  ...[
    `X-Long: ${'x'.repeat(140_000)}`,
    'no colon',
    ': no name',
    ' folded',
    'X\u0000: y',
    'X: \u0000',
    'X: \xff',
    'Trailer: x',
    'TE: trailers',
  ],
];
const BODIES = [
  ...[
    '{}',
    '[]',
    'null',
    '"',
    '{"kernel":1}',
    '{"__proto__":{"x":1}}',
    '['.repeat(20_000),
    'x'.repeat(70_000),
    '\u0000',
    '\xff\xfe',
  ],
  ...[
    '5\r\nhello\r\n0\r\n\r\n',
    'ffffffffffffffff\r\nx',
    '-1\r\n\r\n',
    '0;x=y\r\nA: b\r\n\r\n',
    '5\r\nhelloGARBAGE',
    '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  ],
];
const BYTES = ['\r', '\n', '\r\n', '\r\n\r\n', '\u0000', ' ', '\t', ':', '%', '\xff', 'HTTP/1.1', '0', '-'];

const page = (target: string): Request => ({ method: 'GET', target, version: 'HTTP/1.1', headers: [], body: '' });
const api = (method: string, target: string, { token }: Server, json?: unknown): Request => ({
  ...page(target),
  method,
  headers: ['X-Lanescape: 1', 'Content-Type: application/json', `Authorization: Bearer ${token}`],
  body: json === undefined ? '' : JSON.stringify(json),
});

/** A request of an honest client. Those that start processes are rarer, since each takes the time of many others. */
function honest(server: Server, choices: Choices): Request {
  const compile = { kernel: 'probe', variant: 'plain', params: { mode: 'ok', n: choices.below(3) }, arch: 'sm_90' };
  if (choices.below(100) === 0) return api('POST', '/api/compile', server, compile);
  return choices.of([
    page('/'),
    page('/assets/a-1234.js'),
    page('/nothing'),
    page(choices.of(TARGETS)),
    { ...page('/'), method: 'HEAD' },
    { ...page('/large.json'), headers: ['Range: bytes=5-90'] },
    api('GET', '/api/machine', server),
    api('GET', '/api/builds?limit=2', server),
    api('GET', '/api/runs?kernel=probe', server),
    api('POST', '/api/session', server, { token: server.token }),
    api('POST', '/api/runs/remove', server, { id: 1 }),
    api('POST', '/api/compile', server, mutateJson({ ...compile, kernel: 'none' }, choices)),
    api('POST', '/api/run', server, mutateJson({ kernel: 'none', variants: ['plain'], params: {} }, choices)),
    api('POST', '/api/compile-source', server, mutateJson({ name: 'x.cu', text: '', arch: 'sm_90' }, choices)),
  ]);
}

type Damage = (request: Request, choices: Choices) => Request;

const DAMAGE: readonly Damage[] = [
  (request, c) => ({ ...request, method: c.of(METHODS) }),
  (request, c) => ({ ...request, target: c.of(TARGETS) }),
  (request, c) => ({ ...request, target: request.target + c.of(TARGETS) }),
  (request, c) => ({
    ...request,
    version: c.of(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'http/1.1', '', 'HTTP/1.1 ']),
  }),
  (request, c) => ({ ...request, headers: [...request.headers, c.of(HEADERS)] }),
  (request, c) => ({ ...request, headers: [c.of(HEADERS), ...request.headers] }),
  (request, c) => ({ ...request, headers: request.headers.toSpliced(c.below(request.headers.length + 1), 1) }),
  (request, c) => ({
    ...request,
    headers: request.headers.flatMap(header => (c.below(2) === 0 ? [header, header] : [header])),
  }),
  (request, c) => ({ ...request, body: c.of(BODIES) }),
  (request, c) => ({ ...request, body: request.body.slice(c.below(request.body.length + 1)) }),
  (request, c) => ({ ...request, body: c.of(BODIES), headers: [...request.headers, 'Transfer-Encoding: chunked'] }),
];

function textOf({ method, target, version, headers, body }: Request, port: number, choices: Choices): string {
  const host = choices.below(20) === 0 ? [] : [`Host: 127.0.0.1:${port}`];
  const isSized =
    body !== '' && !headers.some(header => header.startsWith('Transfer-Encoding')) && choices.below(20) > 0;
  const length = isSized ? [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`] : [];
  return [`${method} ${target} ${version}`, ...host, ...headers, ...length, '', body].join('\r\n');
}

/** Exchanges, inserts and cuts bytes anywhere. */
function damagedText(text: string, choices: Choices): string {
  const at = choices.below(text.length + 1);
  switch (choices.below(8)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + choices.of(BYTES) + text.slice(at);
    case 2:
      return text.slice(0, at) + String.fromCharCode(choices.below(256)) + text.slice(at + 1);
    default:
      return text;
  }
}

/** Run n always sends the same bytes to the same server. */
export function sentIn(server: Server, choices: Choices): Sent {
  const requests = choices.below(8) === 0 ? 2 + choices.below(40) : 1;
  let text = '';
  for (let i = 0; i < requests; i++) {
    let request = honest(server, choices);
    for (let n = choices.below(4); n > 0; n--) request = choices.of(DAMAGE)(request, choices);
    text += textOf(request, server.port, choices);
  }
  const bytes = Buffer.from(damagedText(text, choices), 'latin1');
  const cut = choices.below(3) === 0 ? choices.below(bytes.length + 1) : 0;
  return { pieces: [bytes.subarray(0, cut), bytes.subarray(cut)], halfClosed: choices.below(20) === 0, requests };
}
