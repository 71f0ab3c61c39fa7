import { timeAt } from '#api/base/clock.ts';
import type { Context, Db } from '#api/context.ts';
import { canMail, queueMails } from '#api/mail/mail.service.ts';
import { findOtherAdministrators } from './users.queries.ts';

/** Permissions by which money leaves, with the one for everything. */
const MOVES_MONEY = ['*', 'PAYOUT_EDIT', 'PAYOUT_APPROVE'];
export const movesMoney = (permissions: readonly string[]) => permissions.some((code) => MOVES_MONEY.includes(code));

/** Tells every other administrator by e-mail of a change by which one person could move money alone. */
export async function tellAdministrators(trx: Db, ctx: Context, what: string): Promise<void> {
  if (!canMail(ctx)) return;
  const others = await findOtherAdministrators(trx, ctx.actor.id);
  const body = `${ctx.actor.name} ${what}, às ${timeAt(new Date())}.\n\nSe você não sabia disso, fale com ${ctx.actor.name} e abra Auditoria: lá está o que mudou. Nos dias de espera das proteções, quem teve o acesso mudado não aprova pagamentos com quem o mudou.`;
  await queueMails(
    trx,
    others.map(({ email }) => ({ recipient: email, subject: 'Mudança em quem move dinheiro', body })),
  );
}
