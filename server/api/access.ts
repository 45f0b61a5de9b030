/**
 * Who may use the API: whoever knows the token of this start (the command, by header), or whose browser exchanged it for
 * a cookie. 256 random bits each; compared in constant time; kept in memory only.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface ApiAccess {
  /** null: the API is open to every program of this machine (`--no-token`). */
  readonly token: string | null;
  allows(headers: IncomingHttpHeaders): boolean;
  /** The `Set-Cookie` value for a right token, null for a wrong one. */
  exchange(token: string): string | null;
}

const SECRET_BYTES = 32;

/** Browsers send a cookie to every port of a host: its name says which server it belongs to. */
export const cookieName = (port: number): string => `lanescape_${port}`;

export function createAccess(port: number, withToken: boolean): ApiAccess {
  const name = cookieName(port);
  const session = newSecret();
  const cookie = `${name}=${session}; Path=/api; HttpOnly; SameSite=Strict`;
  if (!withToken) return { token: null, allows: () => true, exchange: () => cookie };
  const token = newSecret();
  return {
    token,
    allows: ({ authorization = '', cookie: sent = '' }) =>
      (authorization.startsWith('Bearer ') && isSecret(authorization.slice('Bearer '.length), token)) ||
      cookiesNamed(name, sent).some(value => isSecret(value, session)),
    exchange: given => (isSecret(given, token) ? cookie : null),
  };
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Digests have one length, whatever was given. */
function isSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A browser sends one cookie of a name for each path that leads here and each spelling of the host: ours is among the first few. */
const MOST_COOKIES = 16;

/** Another port of this host may have set cookies of the same name; ours is among them or not. */
function cookiesNamed(name: string, header: string): string[] {
  const pairs = header.split(';').map(pair => pair.trim());
  const named = pairs.filter(pair => pair.startsWith(`${name}=`)).slice(0, MOST_COOKIES);
  return named.map(pair => pair.slice(name.length + 1));
}
