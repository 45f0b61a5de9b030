/**
 * Who may hold a connection. Nobody is known when a connection is accepted, so everybody gets one; where there are too many,
 * the one that has stood still for longest makes room. Connections that have shown the token are counted apart: strangers can
 * never take their place. An answer that its reader does not take at a least speed is given up.
 */
import type { Socket } from 'node:net';
import { Connection } from './connection.ts';
import { isLoopback } from './hosts.ts';

export interface ConnectionLimits {
  /** Connections that have not shown the token. */
  readonly strangers: number;
  /** Connections that have. */
  readonly holders: number;
  /** An answer that waits for its reader must move this much in each window. */
  readonly leastBytesPerSecond: number;
  readonly windowMs: number;
}

/** Each connection is one descriptor; for a moment there may be 512 strangers. A usual limit is 1,024. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  strangers: 256,
  holders: 64,
  leastBytesPerSecond: 32 * 1024,
  windowMs: 5_000,
};

interface Held {
  readonly connection: Connection;
  readonly peer: string;
  hasToken: boolean;
  /** Bytes received, and sent and taken by the system, when last looked at; and when they last changed. */
  movedBytes: number;
  movedAt: number;
  /** Bytes taken when the window of the slow reader began, and when that was. */
  windowBytes: number;
  windowAt: number;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #held = new Map<Socket, Held>();
  readonly #sweep: NodeJS.Timeout;
  #isMakingRoom = false;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#sweep = setInterval(() => this.#endSlowReaders(), Math.min(1_000, limits.windowMs / 5));
    this.#sweep.unref();
  }

  accept(socket: Socket): void {
    const now = performance.now();
    const peer = peerOf(socket.remoteAddress ?? '');
    const still = { movedBytes: 0, movedAt: now, windowBytes: 0, windowAt: now };
    this.#held.set(socket, { connection: new Connection(socket), peer, hasToken: false, ...still });
    socket.once('close', () => this.#held.delete(socket));
    // More than twice as many are too many even for a moment.
    this.#shrink(this.#those(false), 2 * this.#limits.strangers);
    this.#makeRoomSoon();
  }

  of(socket: Socket): Connection | undefined {
    return this.#held.get(socket)?.connection;
  }

  /** A request on this connection brought the token. */
  showedToken(socket: Socket): void {
    const held = this.#held.get(socket);
    if (held === undefined || held.hasToken) return;
    held.hasToken = true;
    this.#shrink(this.#those(true), this.#limits.holders);
  }

  stop(): void {
    clearInterval(this.#sweep);
  }

  /** Of many that come at once each gets the chance to be read from: then those that have asked for something stand out. */
  #makeRoomSoon(): void {
    if (this.#isMakingRoom) return;
    this.#isMakingRoom = true;
    setImmediate(() =>
      setImmediate(() => {
        this.#isMakingRoom = false;
        this.#shrink(this.#those(false), this.#limits.strangers);
      }),
    );
  }

  #those(hasToken: boolean): Held[] {
    return [...this.#held.values()].filter(held => held.hasToken === hasToken && !held.connection.socket.destroyed);
  }

  /** The stillest go until there are no more than `limit`. */
  #shrink(all: readonly Held[], limit: number): void {
    const now = performance.now();
    for (const held of all) noteMoved(held, now);
    let left = all;
    while (left.length > limit) {
      // Who waits for this server cannot help standing still.
      const waited = left.filter(({ connection }) => !connection.isOwedAnswer);
      // They are in the order of their arrival: of equals the oldest goes.
      const stillest = ofLargestPeer(waited.length > 0 ? waited : left).reduce((a, b) =>
        b.movedAt < a.movedAt ? b : a,
      );
      stillest.connection.socket.destroy();
      left = left.filter(held => held !== stillest);
    }
  }

  #endSlowReaders(): void {
    const now = performance.now();
    const { leastBytesPerSecond, windowMs } = this.#limits;
    for (const held of this.#held.values()) {
      noteMoved(held, now);
      const { socket } = held.connection;
      const taken = takenBytes(socket);
      const isWindowOver = now - held.windowAt >= windowMs;
      const least = (leastBytesPerSecond * (now - held.windowAt)) / 1000;
      if (socket.writableLength > 0 && isWindowOver && taken - held.windowBytes < least) socket.destroy();
      else if (socket.writableLength === 0 || isWindowOver) Object.assign(held, { windowBytes: taken, windowAt: now });
    }
  }
}

function noteMoved(held: Held, now: number): void {
  const { socket } = held.connection;
  const bytes = socket.bytesRead + takenBytes(socket);
  if (bytes !== held.movedBytes) Object.assign(held, { movedBytes: bytes, movedAt: now });
}

/** What is written and no longer waits in this process. */
const takenBytes = (socket: Socket): number => (socket.bytesWritten ?? 0) - socket.writableLength;

/** Nobody takes the places of others by opening many. */
function ofLargestPeer(held: readonly Held[]): readonly Held[] {
  const groups = new Map<string, Held[]>();
  for (const one of held) {
    const group = groups.get(one.peer);
    if (group === undefined) groups.set(one.peer, [one]);
    else group.push(one);
  }
  return [...groups.values()].reduce((a, b) => (b.length > a.length ? b : a));
}

/** One machine has all of 127.0.0.0/8 and, with IPv6, all addresses of its network (64 bits) to choose from. */
export function peerOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  if (isLoopback(plain)) return 'this machine';
  if (!plain.includes(':')) return plain;
  const [head, tail] = plain.split('::');
  const groups = [...head.split(':'), ...(tail === undefined ? [] : ['0', '0', '0', '0'])];
  return groups.slice(0, 4).join(':');
}
