/** One numbered run over a real connection: bytes out, answers in, and what is wrong with them. */
import { connect } from 'node:net';
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
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const textNow = (): string => Buffer.concat(chunks).toString('latin1');
    let quiet: NodeJS.Timeout | undefined;
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of sent.pieces) if (piece.length > 0) socket.write(piece);
      if (sent.halfClosed) socket.end();
    });
    socket.setNoDelay(true);
    socket.setTimeout(FORGOTTEN_MS, () => socket.destroy(new Error('no end of the connection')));
    socket.on('data', chunk => {
      chunks.push(chunk);
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        if (!readAnswers(textNow(), isHead, false).isWhole) return;
        resolve({ text: textNow(), isOver: false });
        socket.destroy();
      }, QUIET_MS);
    });
    socket.on('close', () => {
      clearTimeout(quiet);
      resolve({ text: textNow(), isOver: true });
    });
    // A reset is an end like any other: what came before it counts.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code ?? reject(error));
  });
}
