/**
 * Reads the output of the GPU process as frames: lines "#nonce length json". Anything else breaks the protocol and ends
 * the reading.
 */
import { err, ok, type Result } from '../../src/base/result.ts';
import { type RunnerFrame, runnerFrameSchema } from '../../src/contract/run-job.ts';

/** Large enough for a frame with the most samples that the schema allows. */
const MAX_LINE_BYTES = 1 << 20;
const NEWLINE = 10;

export class FrameReader {
  readonly #prefix: string;
  #noiseBytes: number;
  #rest: Buffer = Buffer.alloc(0);

  /**
   * @param nonce that of the job being answered. @param noiseBytes how many bytes before the first frame are ignored: shells
   * and logins greet.
   */
  constructor(nonce: string, noiseBytes = 0) {
    this.#prefix = `#${nonce} `;
    this.#noiseBytes = noiseBytes;
  }

  /** The whole frames so far; the error says what else came. */
  read(chunk: Buffer): Result<RunnerFrame[], string> {
    const frames: RunnerFrame[] = [];
    let bytes = this.#withoutNoise(Buffer.concat([this.#rest, chunk]));
    if (bytes === null) return err('no frame among the first bytes');
    if (this.#noiseBytes > 0) {
      this.#rest = bytes;
      return ok(frames);
    }
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

  /** What follows the noise; null if there is too much of it. Nobody else knows the nonce, so the first prefix is a frame's. */
  #withoutNoise(bytes: Buffer): Buffer | null {
    if (this.#noiseBytes === 0) return bytes;
    const start = bytes.indexOf(this.#prefix);
    if (start < 0) return bytes.length > this.#noiseBytes ? null : bytes;
    this.#noiseBytes = 0;
    return bytes.subarray(start);
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

/** undefined, which no schema accepts, if the text is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Passes all frames on. Returns the last frame of a job once it is among these; the error is a breach of the protocol. */
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
