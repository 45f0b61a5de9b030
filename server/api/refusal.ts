/** Every answer that is not a success: a status and an `ApiError`, sent in the same way by the router and before it. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { ApiError } from '../../src/contract/api.ts';

export interface ApiRefusal {
  readonly status: number;
  readonly error: ApiError;
}

type Plain = Exclude<ApiError, { code: 'badInput' }>;

export const refusal = (status: number, code: Plain['code'], stage: Plain['stage'], message: string): ApiRefusal => ({
  status,
  error: { code, stage, message },
});

export const badInput = (field: string, message: string): ApiRefusal => ({
  status: 400,
  error: { code: 'badInput', stage: 'request', message, field },
});

export const internal = refusal(500, 'internal', 'server', 'the server failed; its terminal says more');
export const notFound = refusal(404, 'notFound', 'request', 'there is nothing at this address');

export const sendRefusal = (reply: FastifyReply, { status, error }: ApiRefusal): FastifyReply =>
  reply.code(status).send(error);

/**
 * For refusals before the router, and for what Node itself refuses. The connection is closed, since later bytes on it are
 * not trusted.
 */
export function writeRefusal(response: ServerResponse, { status, error }: ApiRefusal): void {
  const body = JSON.stringify(error);
  response.writeHead(status, { ...rawHeaders(body), connection: 'close' });
  response.end(body);
}

export const rawHeaders = (body: string): Record<string, string | number> => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});
