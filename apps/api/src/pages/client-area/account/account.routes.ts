import { common } from '@morada/contract/base/problem';
import { ChangedPassword, ContactData, NewAccount, NewEmail } from '@morada/contract/doors/client-area';
import { AccountCode } from '@morada/contract/registry/account-requests';
import { PersonInvitation } from '@morada/contract/registry/client-people';
import { BankAccountDraft } from '@morada/contract/registry/clients';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { canMail } from '#api/mail/mail.service.ts';
import * as contact from '#api/modules/doors/client-area/contact.service.ts';
import * as ownEmail from '#api/modules/registry/clients/own-email.service.ts';
import * as people from '#api/modules/registry/clients/people.service.ts';
import * as sessions from '#api/modules/registry/clients/sessions.service.ts';
import { clientOf } from '../../../http/client-access.ts';
import { type FormOutcome, readValues, takeForm, type Values } from '../../kit/form-values.ts';
import { bankPage } from '../bank.page.ts';
import { PATHS } from '../client-area.paths.ts';
import { type ClientAreaServer, idIn, isRight, onTo } from '../client-area.request.ts';
import type { Area } from '../layout.part.ts';
import { accountPage, emailPage } from './account.page.ts';
import { BLANK } from './entry.page.ts';

type Shown = Omit<Parameters<typeof accountPage>[2], 'byMail' | 'people' | 'entry'>;
const PARTS = ['contact', 'email', 'password', 'person'] as const;
const TOLD = ['senha', 'dados', 'email', 'pessoa', 'sem-pessoa'] as const;

/** The client's own data: contacts, e-mail, password, and the account that transfers go to. */
export function accountRoutes({ deps, clients, show, again, draftOf, deskOf, from, enter, spent }: ClientAreaServer) {
  const account = async (area: Area, shown: Shown) => {
    const found = await sessions.account(deps, area.client.id);
    return accountPage(area, found, {
      ...shown,
      byMail: canMail(deps),
      people: await people.peopleOf(deps, found, area.client.person !== undefined),
      entry: (await sessions.entryOf(deps, area.client)).email,
    });
  };
  /** Id of the client. @throws NOT_FOUND for a person of a company: these pages belong to the company's own sign-in. */
  const ownEntry = (request: FastifyRequest) => {
    const { id, person } = clientOf(request);
    if (person) throw common.NOT_FOUND();
    return id;
  };

  show(PATHS.account, async (area, request, reply) => {
    const { salvo } = request.query as { salvo?: unknown };
    const drafts = await Promise.all(
      PARTS.map(async (part) => [part, await draftOf(request, reply, PATHS.account, part)] as const),
    );
    const filled = drafts.filter(([, draft]) => draft !== undefined);
    return account(area, { told: TOLD.find((one) => one === salvo), ...Object.fromEntries(filled) });
  });

  /** Registers a form of this page; `form`: its part of the page when it comes back with errors. */
  const form = (
    path: string,
    told: (typeof TOLD)[number],
    name: (typeof PARTS)[number],
    take: (request: FastifyRequest, values: Values, reply: FastifyReply) => Promise<FormOutcome>,
  ) =>
    clients.post(path, async (request, reply) => {
      const values = readValues(request.body);
      const taken = await take(request, values, reply);
      if (isRight(taken)) return onTo(reply, `${PATHS.account}?salvo=${told}`);
      return again(reply, PATHS.account, values, taken, name);
    });

  form(PATHS.account, 'senha', 'password', (request, values, reply) =>
    takeForm(ChangedPassword, values, async (input) => {
      const origin = from(request);
      enter(reply, await sessions.changePassword(deps, clientOf(request), input, origin), origin);
    }),
  );
  form(PATHS.contact, 'dados', 'contact', (request, values) =>
    takeForm(ContactData, values, (input) => contact.changeContact(deskOf(request), clientOf(request).id, input)),
  );
  form(
    PATHS.email,
    'email',
    'email',
    async (request, values, reply) =>
      (await spent(request, reply)) ??
      takeForm(NewEmail, values, ({ email, current_password }) =>
        ownEmail.requestEmail(deps, ownEntry(request), email, current_password),
      ),
  );

  const tokenIn = ({ params }: FastifyRequest) => (params as { token?: string }).token ?? '';
  show(`${PATHS.email}/:token`, async (area, request) => {
    const email = await ownEmail.openEmailLink(deps, ownEntry(request), tokenIn(request));
    return emailPage(area, email, `${PATHS.email}/${tokenIn(request)}`);
  });
  clients.post(`${PATHS.email}/:token`, async (request, reply) => {
    const origin = from(request);
    enter(reply, await ownEmail.confirmEmail(deps, ownEntry(request), tokenIn(request), origin), origin);
    return onTo(reply, `${PATHS.account}?salvo=dados`);
  });

  form(
    PATHS.people,
    'pessoa',
    'person',
    async (request, values, reply) =>
      (await spent(request, reply)) ??
      takeForm(PersonInvitation, values, (input) => people.invitePerson(deps, ownEntry(request), input)),
  );
  clients.post(`${PATHS.people}/:id/remover`, async (request, reply) => {
    await people.removeInvited(deps, ownEntry(request), idIn(request));
    return onTo(reply, `${PATHS.account}?salvo=sem-pessoa`);
  });

  const bank = async (area: Area, filled = BLANK) => bankPage(area, await contact.bankOf(deps, area.client.id), filled);
  show(PATHS.bank, async (area, request, reply) => bank(area, await draftOf(request, reply, PATHS.bank)));
  /** Registers a step of the change of account. */
  const step = (path: string, take: (request: FastifyRequest, values: Values) => Promise<FormOutcome>) =>
    clients.post(path, async (request, reply) => {
      const values = readValues(request.body);
      const taken = (await spent(request, reply)) ?? (await take(request, values));
      if (isRight(taken)) return onTo(reply, PATHS.bank);
      return again(reply, PATHS.bank, values, taken);
    });
  step(PATHS.bank, (request, { replaces, ...values }) =>
    takeForm(NewAccount, { replaces }, () => Promise.resolve()).then((chosen) =>
      isRight(chosen)
        ? takeForm(BankAccountDraft, values, (given) =>
            contact.requestAccount(deskOf(request), clientOf(request).id, given, replaces ? Number(replaces) : null),
          )
        : chosen,
    ),
  );
  step(`${PATHS.bank}/codigo`, (request, values) =>
    takeForm(AccountCode, values, ({ code }) => contact.confirmAccount(deskOf(request), clientOf(request).id, code)),
  );
  clients.post(`${PATHS.bank}/cancelar`, async (request, reply) => {
    await contact.cancelAccount(deskOf(request), clientOf(request).id);
    return onTo(reply, PATHS.bank);
  });
}
