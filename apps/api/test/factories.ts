import { addMonths, type CalendarDate, type Reference } from '@morada/domain/base/calendar';
import type { WithholdingMode } from '@morada/domain/lease/withholding-modes';
import type { Context, Db } from '#api/context.ts';
import { insertContract } from '#api/modules/lease/contracts/proposals.service.ts';
import { anticipateInvoice } from '#api/modules/money/invoices/invoices.service.ts';
import { addPhotograph } from '#api/modules/registry/properties/photographs.service.ts';
import { jpeg } from './pictures.ts';

/** A CPF with right check digits for a running number. */
export function cpf(number: number): string {
  const base = String(100_000_000 + number).slice(-9);
  const digit = (digits: string) => {
    const total = [...digits].reduce((sum, figure, index) => sum + Number(figure) * (digits.length + 1 - index), 0);
    return total % 11 < 2 ? 0 : 11 - (total % 11);
  };
  const first = digit(base);
  return `${base}${first}${digit(`${base}${first}`)}`;
}

/** Number of records created in each database. */
const counts = new WeakMap<Db, { made: number }>();

/** Creates records with defaults; money in centavos. */
export function factories(ctx: Context) {
  const { db } = ctx;
  const count = counts.get(db) ?? { made: 0 };
  counts.set(db, count);

  async function client(
    overrides: Partial<{
      name: string;
      type: 'TENANT' | 'OWNER' | 'GUARANTOR';
      email: string | null;
      phone: string;
      cpf_cnpj: string;
      person_type: 'FISICA' | 'JURIDICA';
      non_resident: boolean;
    }> = {},
  ) {
    count.made += 1;
    return db
      .insertInto('client')
      .values({
        name: `Cliente ${count.made}`,
        type: 'TENANT',
        cpf_cnpj: cpf(count.made),
        email: `cliente${count.made}@exemplo.com.br`,
        phone: '32988412076',
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** An owner with a bank account. */
  async function owner(overrides: Parameters<typeof client>[0] = {}) {
    const person = await client({ type: 'OWNER', ...overrides });
    await db
      .insertInto('bank_account')
      .values({
        client_id: person.id,
        code: '001',
        bank_name: 'Banco do Brasil',
        holder_name: person.name,
        account_number: '51782-8',
        agency_number: '0024-8',
        document: person.cpf_cnpj,
        pix_key: person.email,
      })
      .execute();
    return person;
  }

  async function property(
    overrides: Partial<{
      type: 'RENT' | 'SALE';
      status: 'AVAILABLE' | 'PENDING';
      price: number;
      street: string;
      number: string;
      owners: { id: number; share?: number | null }[];
      fees: { name: string; price: number; to_owner?: boolean }[];
    }> = {},
  ) {
    const { fees = [], owners: given, ...columns } = overrides;
    const owners: { id: number; share?: number | null }[] = given ?? [await owner()];
    count.made += 1;
    const made = await db
      .insertInto('property')
      .values({
        type: 'RENT',
        status: 'AVAILABLE',
        advertised: true,
        location: 'APARTMENT',
        price: 150_000,
        street: 'Rua São Mateus',
        number: String(count.made),
        neighborhood: 'Centro',
        city: 'Juiz de Fora',
        state: 'MG',
        cep: '36025000',
        ...columns,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await db
      .insertInto('property_owner')
      .values(
        owners.map(({ id, share = null }, position) => ({ property_id: made.id, client_id: id, share, position })),
      )
      .execute();
    if (fees.length > 0)
      await db
        .insertInto('property_fee')
        .values(fees.map((fee, position) => ({ ...fee, property_id: made.id, position })))
        .execute();
    return made;
  }

  /** A photograph with its files, appended. */
  const photograph = async (propertyId: number, name = 'sala.jpg') =>
    addPhotograph(ctx, propertyId, { name, bytes: await jpeg(60, 40) });

  async function contract(
    overrides: Partial<{
      user_id: number;
      property_id: number;
      current_price: number;
      commission: number;
      with_commission: boolean;
      transfer_date: number;
      start_date: CalendarDate;
      end_date: CalendarDate;
      ends_at_term: boolean;
      next_readjustment: CalendarDate;
      discount: number;
      prorate: boolean;
      penalty_rents: number;
      withholding: WithholdingMode;
      withholding_less_fee: boolean;
      withholding_iptu: number;
      withholding_condominium: number;
    }> & {
      property?: Parameters<typeof property>[0];
    } = {},
  ) {
    const { property: listing, ...terms } = overrides;
    const start_date = terms.start_date ?? '2026-01-01';
    const input = {
      user_id: terms.user_id ?? (await client()).id,
      property_id: terms.property_id ?? (await property(listing)).id,
      current_price: 150_000,
      commission: 1_000,
      transfer_date: 10,
      guarantee: 'OTHER' as const,
      end_date: addMonths(start_date, 30),
      ...terms,
      start_date,
    };
    const { id } = await db.transaction().execute((trx) => insertContract(trx, ctx, input));
    return db.selectFrom('proposal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  /** A pending invoice of a contract: by default a new one, due on the 10th. */
  async function invoice(
    overrides: { contract?: Awaited<ReturnType<typeof contract>>; reference?: Reference } & Parameters<
      typeof contract
    >[0] = {},
  ) {
    const { contract: given, reference = '2026-03', ...terms } = overrides;
    const { id: proposal_id } = given ?? (await contract(terms));
    const id = await anticipateInvoice(ctx, { proposal_id, reference });
    return db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  return { client, owner, property, photograph, contract, invoice };
}
