import { bankLinkProblems } from '@morada/contract/bank/bank-link';
import type { StatementFeed } from '@morada/contract/bank/reconciliation-tasks';
import {
  type StatementLink,
  type StatementLinkChange,
  statementLinkProblems,
} from '@morada/contract/bank/statement-link';
import type { Problem } from '@morada/contract/base/problem';
import { bankName } from '@morada/domain/bank/banks';
import { accountKey, isSameAccount } from '@morada/domain/bank/reconciliation/account';
import { type StatementBank, statementBank } from '@morada/domain/bank/reconciliation/statement-banks';
import type * as z from 'zod/mini';
import type { Context, Deps } from '#api/context.ts';
import { perDatabase } from '#api/db/per-database.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { BankFailure } from '#api/outside/bank-api.ts';
import { statementReader } from '#api/outside/statements/statement-banks.ts';
import type { StatementReader } from '#api/outside/statements/statement-reader.ts';
import { checkAddresses, checkCertificates, endOfCertificate, keptAt } from '../bank-link/bank-link.service.ts';
import * as queries from './links.queries.ts';

const SEALED = ['client_secret', 'application_key', 'certificate', 'private_key'] as const;
type Column = (typeof SEALED)[number];

/** Name that a sealed value is bound to: it can't be opened as a value of another link or column. */
const placeOf = (column: Column, id: number) => `statement_link.${column}:${id}`;

const bankOf = ({ bank }: Pick<queries.LinkRow, 'bank'>) => bank as StatementBank['code'];

export function shownFeed(link: queries.LinkRow): StatementFeed {
  const { id, agency, account, account_id, read_until, answered_at, failing_since, problem } = link;
  return {
    ...{ id, agency, account, account_id, read_until, answered_at, failing_since, problem },
    ...{ bank: bankOf(link), bank_name: bankName(link.bank) },
  };
}

export async function listLinks({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<StatementLink[]> {
  return (await queries.findLinks(db)).map((link) => {
    const { id, base_url, token_url, client_id, certificate, authority } = link;
    return {
      ...shownFeed(link),
      bank: bankOf(link),
      ...{ base_url, token_url, client_id, authority },
      certificate_until: endOfCertificate(secrets.openText(placeOf('certificate', id), certificate)),
    };
  });
}

type Change = z.output<typeof StatementLinkChange>;

/** Saves how an account is read: one link for each account, changed in place. */
export async function saveLink(ctx: Context, given: Change) {
  const { prefix } = ctx.secrets;
  if (!prefix) throw bankLinkProblems.BANK_LINK_NO_SEAL();
  await checkAddresses(given);
  return change(ctx, async (trx) => {
    const { bank, account, base_url, token_url, client_id, authority } = given;
    const { hasSecret, hasApplicationKey, hasAgency } = statementBank(bank);
    const key = accountKey(account);
    const before = (await queries.lockLinks(trx)).find(
      (link) =>
        link.active && link.bank === bank && isSameAccount(link, { agency: hasAgency ? given.agency : null, account }),
    );
    const id = before?.id ?? (await queries.nextLinkId(trx));
    const { kept, missing } = keptAt(before, given);
    const secretOf = (column: Column, missing: () => Problem) => {
      const sealed = kept?.[column];
      const secret = given[column] ?? (sealed == null ? undefined : ctx.secrets.openText(placeOf(column, id), sealed));
      if (secret === undefined) throw missing();
      return secret;
    };
    const sealed = (column: Column, secret: string) => ctx.secrets.sealText(placeOf(column, id), secret);
    const secret = hasSecret ? secretOf('client_secret', missing.secret) : null;
    const application = hasApplicationKey
      ? secretOf('application_key', statementLinkProblems.STATEMENT_LINK_APPLICATION_KEY)
      : null;
    const certificate = secretOf('certificate', missing.certificate);
    const privateKey = secretOf('private_key', missing.key);
    checkCertificates({ certificate, authority }, privateKey);
    const row = {
      ...{ bank, account, account_key: key, agency: hasAgency ? given.agency : null },
      ...{ base_url, token_url, client_id, authority },
      client_secret: secret === null ? null : sealed('client_secret', secret),
      application_key: application === null ? null : sealed('application_key', application),
      certificate: sealed('certificate', certificate),
      private_key: sealed('private_key', privateKey),
    };
    if (before) await queries.updateLink(trx, id, { ...row, failing_since: null, problem: null });
    else await queries.insertLink(trx, { id, ...row });
    await leaveTrail(trx, ctx, 'statement_link', id, before ? 'update' : 'create', { bank, account, base_url });
    return { id };
  });
}

/** Disconnects an account: nothing is read any more, and what was read stays. */
export const removeLink = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    if (!(await queries.retireLink(trx, id))) throw statementLinkProblems.STATEMENT_LINK_NOT_FOUND();
    await leaveTrail(trx, ctx, 'statement_link', id, 'delete');
  });

/** Readers by link: each keeps its connections, its token and the state of its breaker. */
const readersOf = perDatabase(() => new Map<number, { version: number; reader: StatementReader }>());

/** Client of a link's bank. @throws BankFailure DENIED when its secrets were sealed with a key that isn't here. */
export function readerOf({ db, secrets }: Pick<Deps, 'db' | 'secrets'>, link: queries.LinkRow): StatementReader {
  const readers = readersOf(db);
  const known = readers.get(link.id);
  if (known?.version === link.version) return known.reader;
  known?.reader.close();
  const open = (column: Column, sealed: string) => {
    const plain = secrets.openText(placeOf(column, link.id), sealed);
    if (plain === undefined)
      throw new BankFailure('DENIED', 'O segredo do banco foi guardado com uma chave que não está nesta instalação.');
    return plain;
  };
  const { base_url, token_url, client_id, authority, agency, account, client_secret } = link;
  const access = {
    ...{ base_url, token_url, client_id, authority },
    certificate: open('certificate', link.certificate),
    client_secret: client_secret === null ? null : open('client_secret', client_secret),
    private_key: open('private_key', link.private_key),
  };
  const application_key = link.application_key === null ? null : open('application_key', link.application_key);
  const reader = statementReader(bankOf(link), access, { agency, account, application_key });
  readers.set(link.id, { version: link.version, reader });
  return reader;
}

/** Seals with the current key the secrets of links that are plain or sealed with an old one; see `sealSecrets`. */
export async function sealStatementLinks({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) {
  const { prefix } = secrets;
  const done = { sealed: 0, unreadable: 0 };
  if (prefix === undefined) return done;
  await db.transaction().execute(async (trx) => {
    for (const link of await queries.lockLinks(trx)) {
      const renewed: Partial<Record<Column, string>> = {};
      for (const column of SEALED) {
        const sealed = link[column];
        if (sealed === null || sealed.startsWith(prefix)) continue;
        const plain = secrets.openText(placeOf(column, link.id), sealed);
        if (plain === undefined) done.unreadable += 1;
        else renewed[column] = secrets.sealText(placeOf(column, link.id), plain);
      }
      const columns = Object.keys(renewed).length;
      if (columns > 0) await queries.updateLink(trx, link.id, renewed);
      done.sealed += columns;
    }
  });
  return done;
}
