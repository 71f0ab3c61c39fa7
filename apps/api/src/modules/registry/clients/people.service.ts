import {
  type PersonDraft,
  type PersonInvitation,
  clientPersonProblems as problems,
} from '@morada/contract/registry/client-people';
import { personMessage } from '@morada/domain/people/account-message';
import { MOST_PEOPLE, mayHavePeople } from '@morada/domain/people/client';
import type * as z from 'zod/mini';
import { hashOf, newToken } from '#api/base/secrets/secrets.ts';
import type { Context, Db, Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import { hashNew } from '#api/modules/access/credentials/passwords.service.ts';
import { clientAccount, forgetOrigins } from '#api/modules/access/credentials/tries.service.ts';
import { checkClient, clientOfEmail, lockClient } from './clients.service.ts';
import * as queries from './people.queries.ts';
import * as sessions from './sessions.queries.ts';
import { areaUrl, checkCurrentPassword, clientContext } from './sessions.service.ts';

export async function listPeople({ db }: Pick<Deps, 'db'>, clientId: number) {
  await checkClient(db, clientId);
  return queries.findPeople(db, clientId);
}

/** Gives a person access for a company: by the link that goes to their e-mail, or the password that staff chose. */
export async function addPerson(ctx: Context, clientId: number, { password, ...who }: z.output<typeof PersonDraft>) {
  if (!password && !canMail(ctx)) throw problems.PERSON_NEEDS_PASSWORD();
  const password_hash = password ? await hashNew(password) : null;
  return change(ctx, async (trx) => {
    const client = await lockClient(trx, ctx, clientId);
    if (!mayHavePeople(client)) throw problems.CLIENT_NOT_COMPANY();
    if ((await queries.findPeople(trx, clientId)).length >= MOST_PEOPLE) throw problems.PERSON_TOO_MANY();
    await sessions.holdEmail(trx, who.email);
    if (await clientOfEmail(trx, who.email)) throw problems.PERSON_EMAIL_TAKEN();
    const person = await queries
      .insertPerson(trx, { ...who, client_id: clientId, password_hash })
      .catch(violates('client_person_email_key', problems.PERSON_EMAIL_TAKEN));
    await leaveTrail(trx, ctx, 'client', clientId, 'add-person', { person_name: who.name, person_email: who.email });
    if (canMail(ctx)) await invite(trx, ctx, { ...who, id: person.id, client, withLink: !password });
    return person;
  });
}

type Invited = {
  id: number;
  name: string;
  email: string;
  client: { id: number; name: string };
  /** They make their password by a link; otherwise staff chose one. */
  withLink: boolean;
};

async function invite(trx: Db, deps: Deps, { id, name, email, client, withLink }: Invited) {
  const token = newToken();
  if (withLink) await sessions.insertLink(trx, hashOf(token), client.id, id);
  const url = areaUrl(deps);
  const told = { client: name, agency: await sessions.findAgencyName(trx) };
  const links = { link: withLink ? `${url}/acesso/${token}` : undefined, entry: withLink ? `${url}/acesso` : url };
  await queueMail(trx, { recipient: email, ...personMessage(told, client.name, links) });
}

/** Ends the person's sessions at once: they are deleted with the person. */
export const removePerson = (ctx: Context, clientId: number, id: number): Promise<void> =>
  change(ctx, async (trx) => {
    await lockClient(trx, ctx, clientId);
    const removed = await queries.deletePerson(trx, clientId, id);
    if (!removed) throw problems.PERSON_NOT_FOUND();
    await forgetOrigins(trx, clientAccount(removed.email));
    await leaveTrail(trx, ctx, 'client', clientId, 'remove-person', {
      person_name: removed.name,
      person_email: removed.email,
    });
  });

type Company = { id: number; cpf_cnpj: string };

/** People of a company, for its own entry; undefined for a person of it and for clients that aren't companies. */
export const peopleOf = async (deps: Deps, client: Company, isPerson: boolean) =>
  isPerson || !mayHavePeople(client) ? undefined : queries.findPeople(deps.db, client.id);

/** An invitation by the company's own entry, with its password. */
export async function invitePerson(
  deps: Deps,
  clientId: number,
  { current_password, ...who }: z.output<typeof PersonInvitation>,
): Promise<void> {
  await checkCurrentPassword(deps, { id: clientId }, current_password);
  await addPerson(clientContext(deps), clientId, who);
}

export const removeInvited = (deps: Deps, clientId: number, id: number) =>
  removePerson(clientContext(deps), clientId, id);
