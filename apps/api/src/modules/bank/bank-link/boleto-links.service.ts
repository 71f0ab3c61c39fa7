import { bankLinkProblems } from '@morada/contract/bank/bank-link';
import {
  type BoletoLink,
  type BoletoLinkChange,
  boletoLink,
  boletoLinkProblems,
} from '@morada/contract/bank/boleto-link';
import type { Agreement } from '@morada/domain/bank/boleto-banks';
import { callBank, SECRET_CALL_FIELDS } from '@morada/domain/bank/call-banks';
import type * as z from 'zod/mini';
import { newToken } from '#api/base/secrets.ts';
import type { Context, Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { type BankAccess, BankFailure } from '#api/outside/bank-api.ts';
import type { BoletoRegistrar } from '#api/outside/boletos/registrar.ts';
import { registrarOf } from '#api/outside/boletos/registrars.ts';
import { numberForFile } from '../boletos/registrations.service.ts';
import * as links from './bank-link.queries.ts';
import { checkAddresses, checkCertificates, endOfCertificate, keptAt, originOf } from './bank-link.service.ts';
import * as queries from './boleto-links.queries.ts';
import { clientOf, opened, placeOf, renewedNotices, tookAddress, withClient } from './connection.service.ts';

type Change = z.output<typeof BoletoLinkChange>;

/** A link with the agreement whose boletos it serves. */
export type BoletoLinkOf = queries.BoletoLinkRow;

export const agreementOf = ({ bank, agreement_fields }: BoletoLinkOf): Agreement => ({
  ...(agreement_fields as Record<string, string>),
  bank,
});

type CallDeps = Pick<Deps, 'db' | 'secrets'>;

/**
 * Fields of a link with the secret ones opened.
 * @throws BankFailure DENIED when one was sealed with a key that isn't here.
 */
const fieldsOf = ({ secrets }: Pick<Deps, 'secrets'>, { id, fields }: BoletoLinkOf) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      SECRET_CALL_FIELDS.includes(key) ? opened(secrets, placeOf(`fields.${key}`, id), value) : value,
    ]),
  );

const registrarAt =
  (deps: CallDeps, link: BoletoLinkOf) =>
  (access: BankAccess): BoletoRegistrar =>
    registrarOf(agreementOf(link), fieldsOf(deps, link), access);

/** Runs calls to a link's bank, and records an answer or an outage; undefined when it is away or denies access. */
export const withRegistrar = <T>(deps: CallDeps, link: BoletoLinkOf, calls: (api: BoletoRegistrar) => Promise<T>) =>
  withClient(deps, link, registrarAt(deps, link), calls);

/** Handles of the boletos that a notice names, in the format of the link's bank. */
export const handlesOfNotice = (deps: CallDeps, link: BoletoLinkOf, body: unknown): string[] =>
  clientOf(deps, link, registrarAt(deps, link)).handlesOfNotice(body);

export const workingLinks = queries.findWorking;
export const currentLink = queries.findCurrent;
export const setReadUntil = links.setReadUntil;

export const noticeTokenOf = ({ secrets }: Pick<Deps, 'secrets'>, link: BoletoLinkOf) =>
  secrets.openText(placeOf('notice_token', link.id), link.notice_token);

/** Address for the bank's notices; undefined if the bank can't reach it, or the token can't be opened. */
function noticeAddress(deps: Pick<Context, 'secrets' | 'publicUrl'>, link: BoletoLinkOf): string | undefined {
  const origin = originOf(deps);
  const token = noticeTokenOf(deps, link);
  return origin && token && `${origin}/api${boletoLink.notice.path.replace(':token', token)}`;
}

type Shown = { agreement: { id: number; bank: Agreement['bank'] } | null; link: BoletoLink | null };

export async function showLink(ctx: Context): Promise<Shown> {
  const found = await queries.findCurrentAgreement(ctx.db);
  const agreement = found ? { id: found.id, bank: found.bank } : null;
  const link = await queries.findCurrent(ctx.db);
  if (!link) return { agreement, link: null };
  const { id, base_url, token_url, client_id, certificate, authority } = link;
  const { answered_at, failing_since, problem, read_until } = link;
  const origin = originOf(ctx);
  const byHand = callBank(link.bank)?.noticesByHand === true;
  const told = byHand ? 'BY_HAND' : link.notice_origin === origin ? 'ON' : 'WAITING';
  return {
    agreement,
    link: {
      ...{ id, base_url, token_url, client_id, authority },
      ...{ answered_at, failing_since, problem, read_until },
      fields: Object.fromEntries(Object.entries(link.fields).filter(([key]) => !SECRET_CALL_FIELDS.includes(key))),
      certificate_until:
        certificate === null ? null : endOfCertificate(ctx.secrets.openText(placeOf('certificate', id), certificate)),
      notices: origin === undefined ? 'NO_ADDRESS' : told,
      notice_address: (byHand && noticeAddress(ctx, link)) || null,
      boletos: await queries.countStates(ctx.db, id),
    },
  };
}

/**
 * Connects the bank's API: boletos of the current agreement are registered by calls. A change of address or client
 * creates a new link; boletos of the former one are still followed with its own credentials.
 */
export async function saveLink(ctx: Context, given: Change): Promise<Shown> {
  if (!ctx.secrets.prefix) throw bankLinkProblems.BANK_LINK_NO_SEAL();
  await checkAddresses(given);
  await change(ctx, async (trx) => {
    const agreement = await queries.findCurrentAgreement(trx);
    if (!agreement) throw boletoLinkProblems.BOLETO_LINK_NO_AGREEMENT();
    if (agreement.bank !== given.bank) throw boletoLinkProblems.BOLETO_LINK_OTHER_BANK();
    const bank = callBank(agreement.bank);
    if (!bank) throw boletoLinkProblems.BOLETO_LINK_NO_CALLS();
    if (bank.agreementDigits !== undefined && agreement.number?.length !== bank.agreementDigits)
      throw boletoLinkProblems.BOLETO_LINK_AGREEMENT();
    const before = await queries.lockOf(trx, agreement.id);
    const { base_url, token_url, client_id, authority } = given;
    const isSame = before?.base_url === base_url && before.client_id === client_id;
    const id = isSame ? before.id : await links.nextLinkId(trx);
    const { kept, missing } = keptAt(before, given);
    const reopened = (place: Parameters<typeof placeOf>[0], sealed: string | null | undefined) =>
      kept && sealed != null ? ctx.secrets.openText(placeOf(place, kept.id), sealed) : undefined;
    const keptOf = (column: 'client_secret' | 'certificate' | 'private_key') => reopened(column, kept?.[column]);
    const secret = bank.hasSecret ? (given.client_secret ?? keptOf('client_secret')) : null;
    if (secret === undefined) throw missing.secret();
    const certificate = bank.hasCertificate ? (given.certificate ?? keptOf('certificate')) : null;
    if (certificate === undefined) throw missing.certificate();
    const key = bank.hasCertificate ? (given.private_key ?? keptOf('private_key')) : null;
    if (key === undefined) throw missing.key();
    if (certificate !== null && key !== null) checkCertificates({ certificate, authority }, key);
    const sealed = (column: Parameters<typeof placeOf>[0], plain: string | null) =>
      plain === null ? null : ctx.secrets.sealText(placeOf(column, id), plain);
    const asked = bank.fields.map(({ key: field, secret: isSecret }) => {
      const entered = given.fields[field] ?? '';
      if (!isSecret) return [field, entered];
      const plain = entered || reopened(`fields.${field}`, kept?.fields[field]);
      if (plain === undefined) throw boletoLinkProblems.BOLETO_LINK_APPLICATION_KEY();
      return [field, sealed(`fields.${field}`, plain)];
    });
    const row = {
      ...{ base_url, token_url, client_id, authority, fields: JSON.stringify(Object.fromEntries(asked)) },
      client_secret: sealed('client_secret', secret),
      certificate: sealed('certificate', certificate),
      private_key: sealed('private_key', key),
    };
    if (isSame) {
      const renewed = renewedNotices(ctx.secrets, before);
      await links.updateLink(trx, id, { ...row, ...renewed, failing_since: null, problem: null });
    } else {
      if (before) await queries.retire(trx, before.id);
      const notice_token = ctx.secrets.sealText(placeOf('notice_token', id), newToken());
      await links.insertLink(trx, { id, kind: 'BOLETO', agreement_id: agreement.id, ...row, notice_token });
    }
    await leaveTrail(trx, ctx, 'bank_link', id, isSame ? 'update' : 'create', { base_url, client_id });
    await links.askForWork(trx, 'boleto-calls');
  });
  return showLink(ctx);
}

/** Disconnects: new boletos go by file again. Those at the bank stay valid and are still followed. */
export function removeLink(ctx: Context) {
  return change(ctx, async (trx) => {
    const agreement = await queries.findCurrentAgreement(trx);
    const before = agreement && (await queries.lockOf(trx, agreement.id));
    if (!before) throw boletoLinkProblems.BOLETO_LINK_NOT_FOUND();
    await queries.retire(trx, before.id);
    await numberForFile(trx);
    await leaveTrail(trx, ctx, 'bank_link', before.id, 'delete');
    await links.askForWork(trx, 'boleto-calls');
  });
}

export async function checkLink(ctx: Context): Promise<Shown> {
  const link = await queries.findCurrent(ctx.db);
  if (!link) throw boletoLinkProblems.BOLETO_LINK_NOT_FOUND();
  try {
    await withRegistrar(ctx, link, (api) => api.check(ctx.today()));
  } catch (error) {
    if (!(error instanceof BankFailure)) throw error;
    await links.noteFailure(ctx.db, link.id, error.message);
  }
  return showLink(ctx);
}

/** Gives the bank the address of the notices, once for each public address of the installation. */
export async function registerNotices(deps: CallDeps & Pick<Context, 'publicUrl'>, link: BoletoLinkOf) {
  const origin = originOf(deps);
  if (!link.active || origin === undefined || link.notice_origin === origin) return;
  const address = noticeAddress(deps, link);
  if (address === undefined) return;
  const offer = withRegistrar(deps, link, async (api) => {
    await api.setNotices?.(address);
  });
  if (await tookAddress(offer)) await links.setNoticeOrigin(deps.db, link.id, origin);
}
