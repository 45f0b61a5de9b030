/**
 * Decides who may keep a connection. When a connection is accepted, its client is unknown, so every client gets one. If
 * there are too many, the one that has been idle for longest is closed. Connections that have shown the token are counted
 * separately, so strangers can never take their place. An answer is given up if its client reads it more slowly than a
 * minimum speed.
 */
import type { Socket } from 'node:net';
import { Connection } from './connection.ts';
import { isLoopback } from './hosts.ts';

export interface ConnectionLimits {
  /** Connections that have not shown the token. */
  readonly strangers: number;
  /** Connections that have shown the token. */
  readonly holders: number;
  /** An answer that waits for its client must move at least this much in each window. */
  readonly leastBytesPerSecond: number;
  readonly windowMs: number;
}

/** Each connection is one file descriptor. There may be 512 strangers for a moment; a usual limit is 1,024. */
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
  /** Bytes received plus bytes that the system took for sending, at the last check; and when this number last changed. */
  movedBytes: number;
  movedAt: number;
  /** Bytes taken when the window of the slow client began, and when that was. */
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
    // More than twice the limit is too many even for a moment.
    this.#shrink(this.#those(false), 2 * this.#limits.strangers);
    this.#makeRoomSoon();
  }

  of(socket: Socket): Connection | undefined {
    return this.#held.get(socket)?.connection;
  }

  /** Records that a request on this connection brought the token. */
  showedToken(socket: Socket): void {
    const held = this.#held.get(socket);
    if (held === undefined || held.hasToken) return;
    held.hasToken = true;
    this.#shrink(this.#those(true), this.#limits.holders);
  }

  stop(): void {
    clearInterval(this.#sweep);
  }

  /**
   * Many connections that arrive at once all get time to be read first, so that those that ask for something can be told
   * apart.
   */
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

  /** Closes the connections that have been idle for longest until at most `limit` are left. */
  #shrink(all: readonly Held[], limit: number): void {
    const now = performance.now();
    for (const held of all) noteMoved(held, now);
    let left = all;
    while (left.length > limit) {
      // A client that waits for this server is idle without being at fault.
      const waited = left.filter(({ connection }) => !connection.isOwedAnswer);
      // They are in the order of arrival, so of equally idle ones the oldest is closed.
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

/** Bytes that were written and no longer wait in this process. */
const takenBytes = (socket: Socket): number => (socket.bytesWritten ?? 0) - socket.writableLength;

/** The connections of the client that has most, so that no client can push out others by opening many. */
function ofLargestPeer(held: readonly Held[]): readonly Held[] {
  const groups = new Map<string, Held[]>();
  for (const one of held) {
    const group = groups.get(one.peer);
    if (group === undefined) groups.set(one.peer, [one]);
    else group.push(one);
  }
  return [...groups.values()].reduce((a, b) => (b.length > a.length ? b : a));
}

/**
 * One machine can use all of 127.0.0.0/8 and, with IPv6, all addresses of its network (64 bits), so these count as one
 * client.
 */
export function peerOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  if (isLoopback(plain)) return 'this machine';
  if (!plain.includes(':')) return plain;
  const [head, tail] = plain.split('::');
  const groups = [...head.split(':'), ...(tail === undefined ? [] : ['0', '0', '0', '0'])];
  return groups.slice(0, 4).join(':');
}
