import type { LightMyRequestResponse as Answer } from 'fastify';
import type { Db } from '#api/context.ts';

export type { Answer };

export const refusal = (answer: Answer) => [answer.statusCode, answer.json().code];

export const firstError = (answer: Answer) => {
  const { field, message } = answer.json().errors[0];
  return [answer.statusCode, field, message];
};

/** Trail of a record, in order. */
export const trailOf = (db: Db, record: string, id: number) =>
  db
    .selectFrom('trail')
    .select(['actor', 'action', 'changes'])
    .where('record', '=', record)
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
