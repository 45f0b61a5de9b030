/** One numbered run over a real connection: bytes out, answers in, and what is wrong with them. */
import { connect, type Socket } from 'node:net';
import { Choices } from '../random.ts';
import { readAnswers } from './http-answers.ts';
import { type Sent, sentIn } from './http-requests.ts';

export interface HttpTarget {
  readonly port: number;
  readonly token: string;
  /** Stands in files that no answer may bring. */
  readonly secret: string;
}

/** After a whole answer: a server that has more to say says it by then. */
const QUIET_MS = 5;
/** Without an end by then the server has forgotten the connection. */
const FORGOTTEN_MS = 15_000;
/** As many requests as a server may be asked for before it ends the connection instead. */
const MOST_IN_LINE = 17;

/** What the first answer said, such as 'answered 200', or 'ended' without one. Throws with the run's number. */
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
  // Who asks for a tunnel is cut off.
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

/** Until the connection ends, or has whole answers and is quiet. */
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
    // A reset is an end like any other: what came before it counts.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code ?? reject(error));
  });
}
