import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, money } from '../base/fields.ts';
import { COLLECTION_READERS } from './collection.search.ts';

const TaskKind = z.enum(['CALL', 'PROMISE', 'FAILED']);

/** Task for staff: a call to make, a promise that passed, a message that was not sent. */
export const CollectionTask = z.object({
  kind: TaskKind,
  /** Id of the invoice. */
  id: z.int(),
  tenant: z.string(),
  property: z.string(),
  due_date: calendarDate(),
  days: z.int(),
  amount: money,
  /** Day of the step or of the message, or the day promised. */
  day: calendarDate(),
});
export type CollectionTask = z.output<typeof CollectionTask>;

/** A module of its own: the dashboard loads it without the other calls of the collection. */
export const collectionTasks = endpoints('collection', {
  list: {
    method: 'GET',
    path: '/collection/tasks',
    access: COLLECTION_READERS,
    summary: 'O que a cobrança pede a uma pessoa: ligações, promessas que venceram, mensagens que não saíram',
    response: z.object({ total: z.int(), data: z.array(CollectionTask) }),
  },
});
