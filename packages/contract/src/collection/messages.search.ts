import { CHANNELS, MESSAGE_KINDS } from '@morada/domain/messages/kinds';
import { MESSAGE_STATES } from '@morada/domain/messages/message-state';
import * as z from 'zod/mini';
import { pageNumber, searchId } from '../base/fields.ts';

export const MESSAGE_READERS = 'COLLECTION_VIEW';

export const MessageState = z.enum([...MESSAGE_STATES] as [
  (typeof MESSAGE_STATES)[number],
  ...(typeof MESSAGE_STATES)[number][],
]);
export const MessageChannel = z.enum(CHANNELS, 'Escolha o canal');
export const MessageKindName = z.enum([...MESSAGE_KINDS] as [
  (typeof MESSAGE_KINDS)[number],
  ...(typeof MESSAGE_KINDS)[number][],
]);

export const MessageSearch = z.object({
  page: z.optional(pageNumber),
  state: z.catch(z.optional(MessageState), undefined),
  channel: z.catch(z.optional(MessageChannel), undefined),
  kind: z.catch(z.optional(MessageKindName), undefined),
  /** Client who receives them. */
  client: searchId,
});
