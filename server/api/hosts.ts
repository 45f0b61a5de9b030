/**
 * Decides which `Host` headers mean this server. Any other name was made to point here by an attacker (DNS rebinding).
 */
import { hostname, networkInterfaces } from 'node:os';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** 127.0.0.0/8 and ::1 can be reached from this machine only. */
export const isLoopback = (address: string): boolean => address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);

const isWildcard = (address: string): boolean => address === '0.0.0.0' || address === '::';

/** Exact values in lower case. A server that listens on every interface accepts each of its addresses and its own name. */
export function ownHosts(address: string, port: number): ReadonlySet<string> {
  const names = isLoopback(address) ? [...LOOPBACK, bracketed(address)] : [...LOOPBACK, ...outerNames(address)];
  // A browser omits the port that is the scheme's default.
  const forms = port === 80 ? names : [];
  return new Set([...names.map(name => `${name}:${port}`), ...forms]);
}

function outerNames(address: string): string[] {
  if (!isWildcard(address)) return [bracketed(address)];
  const interfaces = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  return [...interfaces.map(({ address }) => bracketed(address)), hostname().toLowerCase()];
}

/** A browser cannot open the address that means "every address". */
export function localUrl(address: string, port: number): string {
  const reachable = isWildcard(address) ? '127.0.0.1' : address;
  return `http://${bracketed(reachable)}:${port}`;
}

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address);
