import type { DiskState } from '@morada/contract/desk/doctor';
import type { Context, Deps } from '#api/context.ts';
import { canMail, queueMails } from '#api/mail/mail.service.ts';
import * as queries from './disks.queries.ts';

/** Disks of this server that fill up. */
const filling = async ({ disks }: Pick<Deps, 'disks'>): Promise<DiskState[]> =>
  ((await disks?.()) ?? []).filter(({ state }) => state !== 'fine');

export const listDisks = async (ctx: Context) => ({ disks: await filling(ctx) });

const SUBJECTS = { advice: 'O disco do servidor está enchendo', wrong: 'O disco do servidor está quase cheio' };

/** Tells everyone who may do everything, by e-mail, once a day for each disk and again when it got worse. */
export async function warnOfDisks(deps: Deps): Promise<void> {
  const found = await filling(deps);
  if (found.length === 0 || !canMail(deps)) return;
  await deps.db.transaction().execute(async (trx) => {
    for (const { place, state, text } of found) {
      if (state === 'fine' || !(await queries.claimWarning(trx, { place, state, told_on: deps.today() }))) continue;
      const body = `${text}\n\nQuando o disco enche, nada mais é gravado: baixas, fotos e backups são recusados.`;
      const recipients = await queries.findAdministrators(trx);
      await queueMails(
        trx,
        recipients.map((recipient) => ({ recipient, subject: SUBJECTS[state], body })),
      );
    }
  });
}
