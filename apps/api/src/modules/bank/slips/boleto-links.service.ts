import {
  type BoletoLink,
  type BoletoLinkChange,
  boletoLink,
  boletoLinkProblems,
} from '@morada/contract/bank/boleto-link';
import type { Agreement } from '@morada/domain/bank/boleto-banks';
import { callBank, SECRET_CALL_FIELDS } from '@morada/domain/bank/call-banks';
import type * as z from 'zod/mini';
import type { Context, Db, Deps } from '#api/context.ts';
import type { BoletoRegistrar } from '#api/outside/boletos/registrar.ts';
import { registrarOf } from '#api/outside/boletos/registrars.ts';
import { type BankApi, clientOf, type LinkOf, requireSecret, withBank } from '../connections/clients.service.ts';
import * as connections from '../connections/connections.service.ts';
import * as notices from '../connections/notices.service.ts';
import * as queries from './boleto-links.queries.ts';
import { numberForFile } from './registrations.service.ts';

/** A link with the agreement whose boletos it serves. */
export type BoletoLinkOf = LinkOf<'BOLETO'> & { agreement: Agreement };

type CallDeps = Pick<Deps, 'db' | 'secrets'>;

/** Boletos of a link; its secret fields are opened for the client. */
export const BOLETOS: BankApi<BoletoLinkOf, BoletoRegistrar> = {
  name: 'boletos',
  open: (access, link, { secrets }) => {
    const fields = Object.entries(link.fields).map(([key, value]) => [
      key,
      SECRET_CALL_FIELDS.includes(key) ? requireSecret(secrets, link, `fields.${key}`) : value,
    ]);
    return registrarOf(link.agreement, Object.fromEntries(fields), access);
  },
};

/** Handles of the boletos that a notice names, in the format of the link's bank. */
export const handlesOfNotice = (deps: CallDeps, link: BoletoLinkOf, body: unknown): string[] =>
  clientOf(deps, link, BOLETOS).handlesOfNotice(body);

/** Links that have work to do: active ones, and former ones whose bank has boletos or payments of late. */
export async function workingLinks(db: Db): Promise<BoletoLinkOf[]> {
  const links = await connections.findActiveOr(db, 'BOLETO', queries.hasWork);
  return links.length === 0 ? [] : withAgreements(links, await queries.findAgreements(db));
}

const withAgreements = (links: readonly LinkOf<'BOLETO'>[], agreements: readonly queries.AgreementRow[]) =>
  links.flatMap((link) => {
    const found = agreements.find(({ id }) => id === link.agreement_id);
    return found ? [{ ...link, agreement: { ...found.fields, bank: found.bank } as Agreement }] : [];
  });

/** The current agreement, and the active link that serves it. */
async function findCurrent(db: Db) {
  const [current] = await queries.findAgreements(db);
  const agreement = current?.active ? current : undefined;
  const links = agreement ? withAgreements(await connections.findActive(db, 'BOLETO'), [agreement]) : [];
  return { agreement, link: links[0] };
}

export const currentLink = async (db: Db) => (await findCurrent(db)).link;

type Shown = { agreement: { id: number; bank: Agreement['bank'] } | null; link: BoletoLink | null };

export async function showLink(ctx: Context): Promise<Shown> {
  const { agreement: found, link } = await findCurrent(ctx.db);
  const agreement = found ? { id: found.id, bank: found.bank } : null;
  if (!link) return { agreement, link: null };
  const state = notices.stateOfNotices(ctx, link);
  const byHand = callBank(link.agreement.bank)?.noticesByHand === true;
  return {
    agreement,
    link: {
      ...connections.shownLink(ctx, link),
      read_until: link.read_until,
      fields: Object.fromEntries(Object.entries(link.fields).filter(([key]) => !SECRET_CALL_FIELDS.includes(key))),
      notices: byHand && state !== 'NO_ADDRESS' ? 'BY_HAND' : state,
      notice_address: (byHand && notices.noticeAddress(ctx, link, boletoLink.notice.path)) || null,
      boletos: await queries.countStates(ctx.db, link.id),
    },
  };
}

/**
 * Connects the bank's API: boletos of the current agreement are registered by calls. A change of address or client
 * creates a new link; boletos of the former one are still followed with its own credentials.
 */
export async function saveLink(ctx: Context, given: z.output<typeof BoletoLinkChange>): Promise<Shown> {
  await connections.saveLink(ctx, given, async (trx) => {
    const { agreement } = await findCurrent(trx);
    if (!agreement) throw boletoLinkProblems.BOLETO_LINK_NO_AGREEMENT();
    if (agreement.bank !== given.bank) throw boletoLinkProblems.BOLETO_LINK_OTHER_BANK();
    const bank = callBank(agreement.bank);
    if (!bank) throw boletoLinkProblems.BOLETO_LINK_NO_CALLS();
    if (bank.agreementDigits !== undefined && agreement.fields.agreement?.length !== bank.agreementDigits)
      throw boletoLinkProblems.BOLETO_LINK_AGREEMENT();
    const before = (await connections.lockActive(trx, 'BOLETO')).find((link) => link.agreement_id === agreement.id);
    const { base_url, token_url, client_id, authority, client_secret, certificate, private_key } = given;
    const asked = Map.groupBy(bank.fields, ({ secret }) => secret === true);
    const valuesOf = (isSecret: boolean, prefix: string) =>
      Object.fromEntries((asked.get(isSecret) ?? []).map(({ key }) => [`${prefix}${key}`, given.fields[key] ?? '']));
    return {
      ...{ kind: 'BOLETO', before, isSame: before?.base_url === base_url && before.client_id === client_id },
      entered: { base_url, token_url, client_id, authority, agreement_id: agreement.id },
      fields: valuesOf(false, ''),
      secrets: {
        ...(bank.hasSecret && { client_secret }),
        ...(bank.hasCertificate && { certificate, private_key }),
        ...valuesOf(true, 'fields.'),
      },
      missingField: boletoLinkProblems.BOLETO_LINK_APPLICATION_KEY,
      trail: { base_url, client_id },
    };
  });
  return showLink(ctx);
}

/** Disconnects: new boletos go by file again. Those at the bank stay valid and are still followed. */
export const removeLink = (ctx: Context) =>
  connections.removeLink(
    ctx,
    'BOLETO',
    async (trx) => {
      const { agreement } = await findCurrent(trx);
      return ({ agreement_id }) => agreement_id === agreement?.id;
    },
    numberForFile,
  );

export async function checkLink(ctx: Context): Promise<Shown> {
  await connections.checkLink(ctx, 'BOLETO', await currentLink(ctx.db), (link) =>
    withBank(ctx, link, BOLETOS, (api) => api.check(ctx.today())),
  );
  return showLink(ctx);
}

export const registerNotices = (deps: CallDeps & Pick<Context, 'publicUrl'>, link: BoletoLinkOf) =>
  notices.registerNotices(deps, link, {
    path: boletoLink.notice.path,
    known: link.notice_origin,
    offer: (address) => withBank(deps, link, BOLETOS, async (api) => api.setNotices?.(address)),
  });
