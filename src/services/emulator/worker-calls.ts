/**
 * Calls of a worker's methods, as messages. A function among the arguments is called back while the call lasts, and gives no
 * answer. Both ends are here.
 */

/** A worker as its page sees it, and the worker's own `self`. */
interface Port {
  postMessage(message: unknown, options: { readonly transfer: Transferable[] }): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

type Args = unknown[];

interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: Args;
  /** Indices of arguments that are functions. */
  readonly functions: readonly number[];
}

type Reply =
  | { readonly id: number; readonly kind: 'told'; readonly to: number; readonly args: Args }
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly why: string };

const handedOver = new WeakMap<object, readonly ArrayBufferLike[]>();

/** Marks an argument or a result: these buffers of it move, instead of being copied. */
export function handOver<T extends object>(value: T, buffers: readonly ArrayBufferLike[]): T {
  handedOver.set(value, buffers);
  return value;
}

const send = (port: Port, message: Call | Reply, values: Args): void =>
  port.postMessage(message, {
    transfer: values.flatMap(value => handedOver.get(value as object) ?? []) as Transferable[],
  });

/** The worker's end. All methods of `api` are asynchronous. */
export function serve(port: Port, api: object): void {
  port.addEventListener('message', async ({ data }: MessageEvent<Call>) => {
    const { id, method, functions } = data;
    const args = [...data.args];
    for (const to of functions) {
      args[to] = (...told: Args) => send(port, { id, kind: 'told', to, args: told }, told);
    }
    try {
      const value = await (api as Record<string, (...args: Args) => Promise<unknown>>)[method](...args);
      send(port, { id, kind: 'done', value }, [value]);
    } catch (error) {
      send(port, { id, kind: 'failed', why: String(error) }, []);
    }
  });
}

interface Open {
  readonly args: Args;
  readonly resolve: (value: unknown) => void;
  readonly reject: (why: string) => void;
}

/** The page's end: an object with the methods of the worker's one. A call that failed rejects with the reason in words. */
export function callsOf<Api extends object>(port: Port): Api {
  const open = new Map<number, Open>();
  let nextId = 0;
  port.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const call = open.get(data.id)!;
    if (data.kind === 'told') {
      (call.args[data.to] as (...args: Args) => void)(...data.args);
      return;
    }
    open.delete(data.id);
    if (data.kind === 'done') call.resolve(data.value);
    else call.reject(data.why);
  });
  const called = (method: string, args: Args): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      const functions = [...args.keys()].filter(i => typeof args[i] === 'function');
      const sent = args.map(arg => (typeof arg === 'function' ? null : arg));
      send(port, { id, method, args: sent, functions }, args);
      open.set(id, { args, resolve, reject });
    });
  return new Proxy({} as Api, {
    get:
      (_, method) =>
      (...args: Args) =>
        called(String(method), args),
  });
}
