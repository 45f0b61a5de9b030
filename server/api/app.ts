/** The router: security headers, routes, the page's files, and one form for all failures. */
import helmet from '@fastify/helmet';
import { type FastifyError, type FastifyInstance, fastify } from 'fastify';
import { MAX_BODY_BYTES } from '../../src/contract/api.ts';
import { API_PREFIX } from '../../src/contract/api-address.ts';
import { pageFiles } from './page-files.ts';
import { type ApiRefusal, internal, notFound, refusal, sendRefusal } from './refusal.ts';
import { type ApiParts, apiRoutes } from './routes.ts';

export interface AppParts extends ApiParts {
  /** Folder of the built page. */
  readonly dist: string;
  /** Receives one text for each bug. */
  readonly log: (text: string) => void;
}

/**
 * The page loads everything from its own origin; it draws in canvases and computes in workers. It may frame itself, to
 * show what it looks like elsewhere; no page of another origin may.
 */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    workerSrc: ["'self'", 'blob:'],
    imgSrc: ["'self'", 'data:', 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'self'"],
  },
};

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    frameworkErrors: (error, _request, reply) => void sendRefusal(reply, refusalFor(error, MAX_BODY_BYTES)),
  });
  app.setErrorHandler<FastifyError>((error, { routeOptions }, reply) => {
    const refused = refusalFor(error, routeOptions.bodyLimit ?? MAX_BODY_BYTES);
    if (refused.status >= 500) parts.log(error.stack ?? String(error));
    return sendRefusal(reply.headers(rangeIn(error)), refused);
  });
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, notFound));
  await app.register(helmet, {
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    frameguard: { action: 'sameorigin' },
    referrerPolicy: { policy: 'no-referrer' },
    // Plain HTTP on this machine: a promise of HTTPS would make the address unusable for other programs.
    strictTransportSecurity: false,
  });
  await app.register(apiRoutes(parts), { prefix: API_PREFIX });
  await app.register(pageFiles(parts.dist));
  await app.ready();
  return app;
}

/** The refusal for an error of the framework, by its code. An error without a code is a bug. */
function refusalFor({ code, statusCode = 500 }: Partial<FastifyError>, maxBytes: number): ApiRefusal {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refusal(413, 'bodyTooLarge', 'request', `the body is longer than ${maxBytes} bytes`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refusal(415, 'notJson', 'request', 'expected the content type application/json');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return refusal(400, 'badJson', 'request', 'the body is not JSON');
  }
  if (statusCode === 416)
    return refusal(
      416,
      'badRequest',
      'request',
      'the file has no such range; Content-Range says how many bytes it has',
    );
  if (statusCode === 412)
    return refusal(412, 'badRequest', 'request', 'the file is not the one that the request asks for');
  return statusCode < 500 ? refusal(400, 'badRequest', 'request', 'the request cannot be understood') : internal;
}

/** The length that an error of @fastify/send names, if the error is about a range. */
function rangeIn(error: object): Record<string, string> {
  const headers = 'headers' in error ? (error.headers as Record<string, string>) : {};
  return 'Content-Range' in headers ? { 'content-range': headers['Content-Range'] } : {};
}
