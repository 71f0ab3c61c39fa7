import type { Context } from '../context.ts';
import { createNotification } from '../modules/desk/notices/notifications.service.ts';
import { openTicket, replyTicket } from '../modules/desk/support/support.service.ts';
import { updateClient } from '../modules/registry/clients/clients.service.ts';
import type { Staff } from './staff.ts';
import type { DEMO_CLIENT } from './user.ts';

/** The owner of the first property rents the second one. */
export const firstOwner = ({ db }: Context) =>
  db
    .selectFrom('property_owner')
    .innerJoin('property', 'property.id', 'property_owner.property_id')
    .select('client_id as id')
    .where('property.deleted_at', 'is', null)
    .orderBy('property_id')
    .limit(1)
    .executeTakeFirstOrThrow();

/** Prepares the area of one client, with access if a password is given. */
export async function prepareClientArea(ctx: Context, staff: Staff, access?: typeof DEMO_CLIENT) {
  const { id } = await firstOwner(ctx);
  if (access) await updateClient(ctx, id, access);
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
  const answering = { ...ctx, actor: { ...staff, permissions: ['*'] } };
  await replyTicket(answering, ticket, 'Boa tarde! Não precisa: o síndico já falou conosco e com o proprietário.');
  await createNotification(answering, {
    name: 'Atendimento no fim de ano',
    message: 'De 24 de dezembro a 2 de janeiro atendemos só por aqui. Boletos e repasses seguem no prazo.',
  });
}
