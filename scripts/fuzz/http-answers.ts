/** Whether the received bytes are a series of well-formed HTTP answers. */

/** State of the bytes so far: whole answers, the beginning of one, or something that no server may send. */
export interface Answers {
  readonly statuses: readonly number[];
  /** Whether the bytes end with the end of an answer. */
  readonly isWhole: boolean;
  /** null: nothing is wrong so far. */
  readonly fault: string | null;
}

const HEAD = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*((?:\r\n[\w-]+: [\x20-\x7e]*)*)\r\n\r\n/;

/**
 * @param mayLackBody whether a request was HEAD, whose answer gives the length of a body that does not follow. @param
 * isOver whether the connection has ended.
 */
export function readAnswers(text: string, mayLackBody: boolean, isOver: boolean): Answers {
  const statuses: number[] = [];
  let rest = text;
  while (rest !== '') {
    if (!rest.includes('\r\n\r\n')) return { statuses, isWhole: false, fault: null };
    const head = HEAD.exec(rest);
    if (head === null)
      return { statuses, isWhole: false, fault: `no head of an answer: ${JSON.stringify(rest.slice(0, 120))}` };
    statuses.push(Number(head[1]));
    const after = rest.slice(head[0].length);
    const bytes = bodyBytes(Number(head[1]), head[2], after, isOver);
    const hasNone = mayLackBody && (after === '' || after.startsWith('HTTP/1.1 '));
    if (hasNone) rest = after;
    else if (bytes === null || bytes > after.length) return { statuses, isWhole: false, fault: null };
    else rest = after.slice(bytes);
  }
  return { statuses, isWhole: statuses.length > 0 && statuses.at(-1) !== 100, fault: null };
}

/** null: the body is not complete yet. */
function bodyBytes(status: number, headers: string, after: string, isOver: boolean): number | null {
  if (status < 200 || status === 204 || status === 304) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(headers)?.[1];
  if (length !== undefined) return Number(length);
  if (/\r\ntransfer-encoding: chunked/i.test(headers)) return chunkedBytes(after);
  return isOver ? after.length : null;
}

function chunkedBytes(text: string): number | null {
  for (let at = 0; ; ) {
    const size = /^([0-9a-f]+)\r\n/i.exec(text.slice(at, at + 20));
    if (size === null) return null;
    const bytes = Number.parseInt(size[1], 16);
    at += size[0].length + bytes + 2;
    if (bytes === 0) return at;
  }
}
