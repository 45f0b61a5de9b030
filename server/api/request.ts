/** What every route does first: it takes the path after the prefix, and checks the input against the contract. */
import type { FastifyReply } from 'fastify';
import { API_PREFIX } from '../../src/contract/api-address.ts';
import { fieldErrorOf } from '../../src/contract/field-error.ts';
import type { z } from '../../src/contract/schema.ts';
import { badInput, sendRefusal } from './refusal.ts';

export const below = (path: string): string => path.slice(API_PREFIX.length);

/** null: the refusal was sent. */
export function checked<T>(schema: z.ZodMiniType<T>, value: unknown, reply: FastifyReply): T | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { field, message } = fieldErrorOf(parsed.error);
  void sendRefusal(reply, badInput(field, message));
  return null;
}
