import { timeAt } from '#api/base/clock.ts';
import type { Context, Db } from '#api/context.ts';
import { canMail, queueMails } from '#api/mail/mail.service.ts';
import { findOtherAdministrators } from './users.queries.ts';

/** Tells every other administrator by e-mail of a change by which one person could move money alone. */
export const tellAdministrators = (trx: Db, ctx: Context, what: string) => tell(trx, ctx, what, ctx.actor.id);

/** Tells every administrator, the one who acts too: where there is no other, a stolen session would go unseen. */
export const tellAlso = (trx: Db, ctx: Context, what: string) => tell(trx, ctx, what, null);

/** Everyone who may do everything. */
export const findAdministrators = (trx: Db) => findOtherAdministrators(trx, null);

async function tell(trx: Db, ctx: Context, what: string, without: number | null): Promise<void> {
  if (!canMail(ctx)) return;
  const others = await findOtherAdministrators(trx, without);
  const body = `${ctx.actor.name} ${what}, às ${timeAt(new Date())}.\n\nSe você não sabia disso, fale com ${ctx.actor.name} e abra Auditoria: lá está o que mudou. Nos dias de espera das proteções, quem teve o acesso mudado não aprova pagamentos com quem o mudou.`;
  await queueMails(
    trx,
    others.map(({ email }) => ({ recipient: email, subject: 'Mudança em quem move dinheiro', body })),
  );
}
