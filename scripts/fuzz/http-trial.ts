/** One numbered run over a real connection: sends bytes, reads answers, and says what is wrong with them. */
import { connect, type Socket } from 'node:net';
import { Choices } from '../random.ts';
import { readAnswers } from './http-answers.ts';
import { type Sent, sentIn } from './http-requests.ts';

export interface HttpTarget {
  readonly port: number;
  readonly token: string;
  /** Contained in files that no answer may include. */
  readonly secret: string;
}

/** Time to wait after a whole answer; a server that sends more does so within it. */
const QUIET_MS = 5;
/** If the connection has not ended by then, the server has forgotten it. */
const FORGOTTEN_MS = 15_000;
/** How many requests a client may have open before the server ends the connection. */
const MOST_IN_LINE = 17;

/** The first answer, such as 'answered 200', or 'ended' if there was none. Throws with the run's number. */
export async function httpRun(target: HttpTarget, run: number): Promise<string> {
  const sent = sentIn(target, new Choices(run));
  const bytes = Buffer.concat(sent.pieces);
  const isHead = bytes.includes('HEAD ');
  const fail = (why: string): never => {
    throw new Error(`http run ${run}: ${why}`);
  };
  const { text, isOver } = await exchange(target.port, sent, isHead).catch((error: Error) => fail(error.message));
  const { statuses, isWhole, fault } = readAnswers(text, isHead, isOver);
  if (text.includes(target.secret)) fail('an answer brings what lies outside of the page');
  if (fault !== null) fail(fault);
  const wrong = statuses.find(status => (status >= 500 || status < 200) && status !== 100);
  if (wrong !== undefined) fail(`answered ${wrong}: ${JSON.stringify(text.slice(0, 300))}`);
  // A connection that asks for a tunnel is closed.
  const mayEndEarly = sent.halfClosed || sent.requests > MOST_IN_LINE || bytes.includes('CONNECT ');
  if (!isWhole && !mayEndEarly) fail(`no whole answer: ${JSON.stringify(text.slice(0, 300))}`);
  return statuses.length === 0 ? 'ended' : `answered ${statuses[0]}`;
}

interface Exchanged {
  readonly text: string;
  readonly isOver: boolean;
}

function exchange(port: number, sent: Sent, isHead: boolean): Promise<Exchanged> {
  const socket = connect(port, '127.0.0.1', () => {
    for (const piece of sent.pieces) if (piece.length > 0) socket.write(piece);
    if (sent.halfClosed) socket.end();
  });
  socket.setNoDelay(true);
  socket.setTimeout(FORGOTTEN_MS, () => socket.destroy(new Error('no end of the connection')));
  return received(socket, isHead);
}

/** Reads until the connection ends, or until answers are whole and nothing more comes. */
function received(socket: Socket, isHead: boolean): Promise<Exchanged> {
  const chunks: Buffer[] = [];
  let quiet: NodeJS.Timeout | undefined;
  const soFar = (isOver: boolean): Exchanged => ({ text: Buffer.concat(chunks).toString('latin1'), isOver });
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (!readAnswers(soFar(false).text, isHead, false).isWhole) return;
      resolve(soFar(false));
      socket.destroy();
    };
    socket.on('data', chunk => {
      chunks.push(chunk);
      clearTimeout(quiet);
      quiet = setTimeout(look, QUIET_MS);
    });
    socket.on('close', () => resolve(soFar(true)));
    // A reset ends the connection, too; what came before it counts.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code ?? reject(error));
  });
}
