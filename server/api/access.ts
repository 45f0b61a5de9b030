/**
 * Decides who may use the API: a client that sends the token of this start (the command, in a header), or whose browser
 * exchanged it for a cookie. Both are 256 random bits, compared in constant time and kept in memory only.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface ApiAccess {
  /** null: the API is open to every program on this machine (`--no-token`). */
  readonly token: string | null;
  allows(headers: IncomingHttpHeaders): boolean;
  /** The `Set-Cookie` value for a right token, null for a wrong one. */
  exchange(token: string): string | null;
}

const SECRET_BYTES = 32;

/** Browsers send a cookie to every port of a host, so its name says to which server it belongs. */
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

/** Digests have the same length, whatever the client sent. */
function isSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * A browser sends one cookie with this name for each matching path and each spelling of the host. Ours is among the first
 * few.
 */
const MOST_COOKIES = 16;

/** Other ports of this host may have set cookies with the same name; ours is among them or is missing. */
function cookiesNamed(name: string, header: string): string[] {
  const pairs = header.split(';').map(pair => pair.trim());
  const named = pairs.filter(pair => pair.startsWith(`${name}=`)).slice(0, MOST_COOKIES);
  return named.map(pair => pair.slice(name.length + 1));
}
