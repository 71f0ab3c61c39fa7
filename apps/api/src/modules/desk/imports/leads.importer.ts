import { LEAD_KINDS } from '@morada/domain/attendance/lead-words';
import { formatDate } from '@morada/domain/base/calendar';
import { formatPhone } from '@morada/domain/base/phone';
import type { Context, Db } from '#api/context.ts';
import {
  findOwnersByName,
  findStandingOf,
  type ImportedLead,
  insertImported,
} from '#api/modules/registry/leads/importing.service.ts';
import type { Importer } from './base.importer.ts';
import { Refused } from './cells.map.ts';
import * as queries from './imports.queries.ts';
import { attempt, isAccepted, UniqueValues } from './outcome.map.ts';
import type { Found, References } from './references.service.ts';
import { type LeadRow, readLead } from './rows.map.ts';

type Row = ImportedLead & { property: Found | null; owner: string | null };

/** A person with an open lead of the last days is known: nothing of theirs changes. */
export function leadImporter(trx: Db, ctx: Context, properties: References): Importer<Row> {
  const codes = new UniqueValues();
  const contacts = new Set<string>();

  /** The same person once in a file. */
  function claim({ phone, email, kind }: Pick<LeadRow, 'phone' | 'email' | 'kind'>) {
    const matter = kind === 'OFFER' ? 'OFFER' : 'SEARCH';
    for (const [field, value] of [
      ['telefone', phone],
      ['email', email],
    ] as const)
      if (value !== null) {
        const key = `${matter} ${value}`;
        if (contacts.has(key)) throw new Refused(field, 'pessoa repetida');
        contacts.add(key);
      }
  }

  return {
    table: 'lead',

    async validate(lines) {
      const read = lines.map((line) =>
        attempt(line, () => ({ line, code: codes.code(line), row: readLead(line, ctx.today()) })),
      );
      await properties.load(read.filter(isAccepted).flatMap(({ row }) => row.property ?? []));
      const owners = await findOwnersByName(trx);
      const whole = read.map((one) =>
        isAccepted(one)
          ? attempt(one.line, () => {
              const { leftOut, ...row } = one.row;
              claim(row);
              const property = row.property === null ? null : properties.find(row.property, 'imovel_id');
              const owner_id = row.owner === null ? null : owners.get(row.owner.toLowerCase());
              if (owner_id === undefined || (owner_id === null && row.owner !== null))
                throw new Refused('responsavel', 'não é uma pessoa da equipe que responde leads');
              const fingerprint = `${row.kind} ${row.phone ?? row.email}`;
              const lead = { ...row, property, property_id: property?.id ?? null, owner_id };
              return { line: one.line, code: one.code, row: lead, fingerprint, leftOut };
            })
          : one,
      );
      const accepted = whole.filter(isAccepted);
      const imported = await queries.findImported(trx, 'lead', accepted);
      const standing = await findStandingOf(
        trx,
        accepted.map(({ row }) => row),
      );
      const places = new Map(accepted.map((one, place) => [one, place]));
      return whole.map((one) => {
        if (!isAccepted(one)) return one;
        const earlier = imported.get(queries.keyOf(one));
        const id = earlier ?? standing.get(places.get(one) ?? -1);
        return { ...one, id, fresh: id === undefined, learnt: earlier === undefined };
      });
    },

    write: (rows) =>
      insertImported(
        trx,
        ctx,
        rows.map(({ property: _, owner: __, ...lead }) => lead),
      ),

    show: ({ name, phone, email, kind, property, owner, campaign, note, received_on }) => ({
      nome: name,
      telefone: phone ? formatPhone(phone) : '',
      email: email ?? '',
      assunto: LEAD_KINDS[kind],
      imovel_id: property?.label ?? '',
      responsavel: owner ?? '',
      origem: campaign ?? '',
      mensagem: note ?? '',
      recebido_em: received_on ? formatDate(received_on) : '',
    }),
  };
}
