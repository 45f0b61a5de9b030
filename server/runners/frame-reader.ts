/** What the GPU process wrote, as frames: "#nonce length json", a line each. Anything else is a breach, and its last word. */
import { err, ok, type Result } from '../../src/base/result.ts';
import { type RunnerFrame, runnerFrameSchema } from '../../src/contract/run-job.ts';

/** A frame of the most samples that the schema allows fits. */
const MAX_LINE_BYTES = 1 << 20;
const NEWLINE = 10;

export class FrameReader {
  readonly #prefix: string;
  #rest: Buffer = Buffer.alloc(0);

  /** `nonce`: of the job that is answered. */
  constructor(nonce: string) {
    this.#prefix = `#${nonce} `;
  }

  /** Whole frames so far; the error says what else came. */
  read(chunk: Buffer): Result<RunnerFrame[], string> {
    const frames: RunnerFrame[] = [];
    let bytes = Buffer.concat([this.#rest, chunk]);
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE)) {
      const frame = this.#frameOf(bytes.subarray(0, end));
      if (!frame.ok) return frame;
      frames.push(frame.value);
      bytes = bytes.subarray(end + 1);
    }
    if (bytes.length > MAX_LINE_BYTES) return err(`a line of more than ${MAX_LINE_BYTES} bytes`);
    this.#rest = bytes;
    return ok(frames);
  }

  #frameOf(line: Buffer): Result<RunnerFrame, string> {
    if (line.length > MAX_LINE_BYTES) return err(`a line of more than ${MAX_LINE_BYTES} bytes`);
    const text = line.toString('utf8');
    if (!text.startsWith(this.#prefix)) return err('a line that is no frame of this job');
    const [, length, json] = /^(\d{1,7}) (.*)$/s.exec(text.slice(this.#prefix.length)) ?? [];
    if (json === undefined || Buffer.byteLength(json) !== Number(length)) return err('a frame of another length');
    const parsed = runnerFrameSchema.safeParse(jsonOf(json));
    return parsed.success ? ok(parsed.data) : err('a frame that the protocol does not know');
  }
}

/** undefined, which no schema takes, for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Hands all frames on; the answer is the last one if it is among these, the error a breach of the protocol. */
export function lastOf(
  reader: FrameReader,
  bytes: Buffer,
  onFrame: (frame: RunnerFrame) => string | null,
): Result<RunnerFrame | null, string> {
  const frames = reader.read(bytes);
  if (!frames.ok) return frames;
  for (const [i, frame] of frames.value.entries()) {
    const wrong = onFrame(frame);
    if (wrong !== null) return err(wrong);
    if (!LAST_STAGES.has(frame.stage)) continue;
    return i + 1 === frames.value.length ? ok(frame) : err('a frame after the last');
  }
  return ok(null);
}

const LAST_STAGES: ReadonlySet<RunnerFrame['stage']> = new Set(['device', 'ceilings', 'done', 'checked', 'failed']);
