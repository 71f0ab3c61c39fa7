import type { Context } from '../context.ts';
import * as maintenance from '../modules/desk/maintenance/maintenance.service.ts';
import { firstOwner } from './client.ts';
import type { Drawings } from './drawings.ts';
import type { Staff } from './staff.ts';

/** Requests for repair in several states: two of them concern the client whose area is shown. */
export async function addMaintenances(ctx: Context, staff: Staff, drawings: Drawings) {
  const team = { ...ctx, actor: { ...staff, permissions: ['*'] } };
  const leases = await ctx.db
    .selectFrom('proposal')
    .select(['user_id', 'property_id'])
    .where('status', '=', 'APPROVED')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(12)
    .execute();
  const { id: shown } = await firstOwner(ctx);
  const owned = await ctx.db
    .selectFrom('property_owner')
    .select('property_id')
    .where('client_id', '=', shown)
    .orderBy('property_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const at = (propertyId: number) => leases.find(({ property_id }) => property_id === propertyId);
  const photos = (drawings.homes[0] ?? [])
    .filter(({ name }) => ['Cozinha.jpg', 'Banheiro.jpg'].includes(name))
    .map(({ name, picture }) => maintenance.readyPhoto({ name, bytes: picture.full }));

  const asked = async (
    lease: (typeof leases)[number] | undefined,
    title: string,
    description: string,
    sent = photos,
  ) =>
    lease === undefined
      ? undefined
      : maintenance.requestMaintenance(
          ctx,
          lease.user_id,
          { property_id: lease.property_id, title, description },
          sent,
        );

  const leak = await asked(
    at(owned.property_id),
    'Infiltração embaixo da pia da cozinha',
    'A parede embaixo da pia está úmida e a madeira do armário estufou. Começou há uma semana.',
  );
  if (leak !== undefined) {
    const quotes = [
      { supplier: 'Hidráulica Central', amount: 68_000, note: 'Troca do sifão e da tubulação embutida, com material.' },
      { supplier: 'João Reparos', amount: 54_500, note: 'Troca do sifão e vedação. Garantia de 90 dias.' },
    ];
    for (const quote of quotes) await maintenance.addQuote(team, leak, quote);
    await maintenance.submit(team, leak);
  }
  const mine = leases.find(({ user_id }) => user_id === shown);
  const gate = await asked(mine, 'Portão da garagem não fecha', 'O motor liga, mas o portão para no meio.', []);
  if (gate !== undefined)
    await maintenance.addQuote(team, gate, { supplier: 'Portões Zona da Mata', amount: 32_000, note: null });
  const door = await asked(leases.at(-2), 'Fechadura da porta de entrada', 'A chave gira em falso.', []);
  if (door !== undefined) await maintenance.start(team, door);
  await asked(leases.at(-1), 'Chuveiro não esquenta', 'Queimou ontem à noite. Já conferi o disjuntor.', []);
}
