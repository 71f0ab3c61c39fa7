import type { Context } from '../context.ts';
import { updateClient } from '../modules/clients/clients.service.ts';
import { createNotification } from '../modules/notifications/notifications.service.ts';
import { openTicket, replyTicket } from '../modules/support/support.service.ts';
import { DEMO_CLIENT, DEMO_USER } from './user.ts';

/** The owner of the first property rents the second one. */
export const firstOwner = ({ db }: Context) =>
  db.selectFrom('property_owner').select('client_id as id').orderBy('property_id').limit(1).executeTakeFirstOrThrow();

/** One client who may sign in, with something to read. */
export async function letClientIn(ctx: Context) {
  const { id } = await firstOwner(ctx);
  await updateClient(ctx, id, DEMO_CLIENT);
  const staff = await ctx.db
    .selectFrom('admin_user')
    .select(['id', 'name'])
    .where('email', '=', DEMO_USER.email)
    .executeTakeFirstOrThrow();
  const home = await ctx.db
    .selectFrom('proposal')
    .select('property_id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  const ticket = await openTicket(ctx, id, {
    title: 'Pintura da fachada',
    message: 'Boa tarde. O condomínio vai pintar a fachada em dezembro. Preciso autorizar alguma coisa?',
    property_id: home.property_id,
  });
  const mariana = { ...ctx, actor: { ...staff, permissions: ['*'] } };
  await replyTicket(mariana, ticket, 'Boa tarde! Não precisa: o síndico já falou conosco e com o proprietário.');
  await createNotification(mariana, {
    name: 'Atendimento no fim de ano',
    message: 'De 24 de dezembro a 2 de janeiro atendemos só por aqui. Boletos e repasses seguem no prazo.',
  });
}
