import * as z from 'zod/mini';
import { COLLECTION_READERS } from './collection.search.ts';
import { endpoints } from './endpoint.ts';
import { calendarDate, money } from './fields.ts';

const TaskKind = z.enum(['CALL', 'PROMISE', 'FAILED']);

/** What needs a person: a call to make, a promise that passed, a message that did not go out. */
export const CollectionTask = z.object({
  kind: TaskKind,
  /** Invoice. */
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

/** Apart from the other calls of the collection: the dashboard reads it, and needs nothing of them. */
export const collectionTasks = endpoints('collection', {
  list: {
    method: 'GET',
    path: '/collection/tasks',
    access: COLLECTION_READERS,
    summary: 'O que a cobrança pede a uma pessoa: ligações, promessas que venceram, mensagens que não saíram',
    response: z.object({ total: z.int(), data: z.array(CollectionTask) }),
  },
});
