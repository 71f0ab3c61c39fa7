import { bankName } from '@morada/domain/bank/banks';
import { formatDate } from '@morada/domain/base/calendar';
import { formatDocument } from '@morada/domain/base/documents';
import { formatPhone } from '@morada/domain/base/phone';
import { TAX_REGIMES } from '@morada/domain/fiscal/taxpayer';
import { CLIENT_TYPES } from '@morada/domain/people/client';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrails } from '#api/db/trail.ts';
import { inheritRefusals } from '#api/modules/collection/messages/people.service.ts';
import type { Importer } from './base.importer.ts';
import { Refused } from './cells.map.ts';
import * as queries from './imports.queries.ts';
import { attempt, isAccepted, UniqueValues } from './outcome.map.ts';
import { type PersonRow, readPerson } from './rows.map.ts';
import { shownAddress } from './shown.map.ts';

/** A registered document identifies the person; e-mails are unique in the register. */
export function peopleImporter(trx: Db, ctx: Context, how: { lenient?: boolean } = {}): Importer<PersonRow> {
  const codes = new UniqueValues();
  const documents = new Set<string>();
  const emails = new Set<string>();

  return {
    table: 'client',

    async validate(lines) {
      const read = lines.map((line) =>
        attempt(line, () => ({ line, code: codes.code(line), row: readPerson(line, ctx.today(), how) })),
      );
      const people = read.filter(isAccepted);
      const imported = await queries.findImported(
        trx,
        'client',
        people.map(({ code, row }) => ({ code, fingerprint: row.client.cpf_cnpj })),
      );
      const registered = await queries.findClientsByDocument(
        trx,
        people.map(({ row }) => row.client.cpf_cnpj),
      );
      const taken = await queries.findTakenEmails(
        trx,
        people.flatMap(({ row }) => row.client.email ?? []),
      );
      return read.map((person) =>
        isAccepted(person)
          ? attempt(person.line, () => {
              const { cpf_cnpj, email } = person.row.client;
              const earlier = imported.get(queries.keyOf({ code: person.code, fingerprint: cpf_cnpj }));
              const id = earlier ?? registered.get(cpf_cnpj)?.id;
              if (documents.has(cpf_cnpj)) throw new Refused('documento', 'documento repetido');
              if (id === undefined && email !== null && (emails.has(email) || taken.has(email)))
                throw new Refused('email', 'e-mail repetido');
              documents.add(cpf_cnpj);
              if (email !== null) emails.add(email);
              const fresh = id === undefined;
              return {
                ...person,
                fingerprint: cpf_cnpj,
                id,
                fresh,
                learnt: earlier === undefined,
                leftOut: person.row.leftOut,
              };
            })
          : person,
      );
    },

    async write(rows) {
      const ids = await queries.insertClients(
        trx,
        rows.map(({ client }) => client),
      );
      await inheritRefusals(trx, ids);
      const accounts = rows.flatMap(({ bank }, index) =>
        bank
          ? [
              {
                ...bank,
                client_id: present(ids[index], 'the id of the client'),
                bank_name: bank.code && bankName(bank.code),
              },
            ]
          : [],
      );
      if (accounts.length > 0)
        await leaveTrails(trx, ctx, 'bank_account', await queries.insertBankAccounts(trx, accounts), 'import');
      await leaveTrails(trx, ctx, 'client', ids, 'import');
      return ids;
    },

    show: ({ client, bank }) => ({
      nome: client.name,
      tipo: CLIENT_TYPES[client.type],
      documento: formatDocument(client.cpf_cnpj),
      email: client.email ?? '',
      telefone: [client.phone, client.cellphone].flatMap((phone) => (phone ? formatPhone(phone) : [])).join(' / '),
      nascimento: client.birth_date ? formatDate(client.birth_date) : '',
      ...shownAddress(client),
      banco: bank?.code ? `${bank.code} ${bankName(bank.code)}` : '',
      agencia: bank?.agency_number ?? '',
      conta: bank?.account_number ?? '',
      pix: bank?.pix_key ?? '',
      regime: client.tax_regime ? TAX_REGIMES[client.tax_regime] : '',
      contribuinte_desde: client.taxpayer_since ? formatDate(client.taxpayer_since) : '',
      cnpj_notas: client.tax_cnpj ? formatDocument(client.tax_cnpj) : '',
      inscricao_municipal: client.municipal_registration ?? '',
    }),
  };
}
