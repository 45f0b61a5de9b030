/** Which `Host` headers mean this server. Anything else is a name that somebody else made point here (DNS rebinding). */
import { hostname, networkInterfaces } from 'node:os';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** 127.0.0.0/8 and ::1: reachable from this machine only. */
export const isLoopback = (address: string): boolean => address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);

const isWildcard = (address: string): boolean => address === '0.0.0.0' || address === '::';

/** Exact values, lower case. Bound to every interface, the server answers to each of its addresses and to its own name. */
export function ownHosts(address: string, port: number): ReadonlySet<string> {
  const names = isLoopback(address) ? [...LOOPBACK, bracketed(address)] : [...LOOPBACK, ...outerNames(address)];
  // A browser leaves out the port that the scheme implies.
  const forms = port === 80 ? names : [];
  return new Set([...names.map(name => `${name}:${port}`), ...forms]);
}

function outerNames(address: string): string[] {
  if (!isWildcard(address)) return [bracketed(address)];
  const interfaces = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  return [...interfaces.map(({ address }) => bracketed(address)), hostname().toLowerCase()];
}

/** "Every address" is none that a browser could open. */
export function localUrl(address: string, port: number): string {
  const reachable = isWildcard(address) ? '127.0.0.1' : address;
  return `http://${bracketed(reachable)}:${port}`;
}

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address);
