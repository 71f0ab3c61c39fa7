import { formatMoney } from '@morada/domain/base/money';
import { PROPERTY_PURPOSES } from '@morada/domain/lease/lease-purposes';
import { addressLine } from '@morada/domain/property/property';
import { LOCATIONS, TRANSACTION_TYPES } from '@morada/domain/property/property-words';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrails } from '#api/db/trail.ts';
import type { AmountCheck } from './amounts.map.ts';
import type { Importer } from './base.importer.ts';
import * as queries from './imports.queries.ts';
import { attempt, isAccepted, UniqueValues } from './outcome.map.ts';
import type { Found, References } from './references.service.ts';
import { type PropertyRow, readProperty } from './rows.map.ts';
import { shownAddress } from './shown.map.ts';

type Row = Omit<PropertyRow, 'owner'> & { owner: Found };

/** `amounts`: asks about prices far from what is usual; without it none is asked about. */
export function propertyImporter(
  trx: Db,
  ctx: Context,
  people: References,
  amounts?: () => Promise<AmountCheck>,
): Importer<Row> {
  const codes = new UniqueValues();
  const places = new UniqueValues();

  return {
    table: 'property',

    async validate(lines) {
      const read = lines.map((line) =>
        attempt(line, () => ({ line, code: codes.code(line), row: readProperty(line) })),
      );
      await people.load(read.filter(isAccepted).map(({ row }) => row.owner));
      const owned = read.map((one) =>
        isAccepted(one)
          ? attempt(one.line, () => {
              const owner = people.find(one.row.owner, 'proprietario');
              const { property } = one.row;
              const fingerprint = [owner.id, addressLine(property), property.neighborhood, property.city].join(' ');
              if (one.code === '') places.claim(fingerprint, 'logradouro', 'imóvel repetido');
              return { ...one, row: { ...one.row, owner }, fingerprint };
            })
          : one,
      );
      const imported = await queries.findImported(trx, 'property', owned.filter(isAccepted));
      const check = await amounts?.();
      return owned.map((one) =>
        isAccepted(one)
          ? attempt(one.line, () => {
              const id = imported.get(queries.keyOf(one));
              const { type, price } = one.row.property;
              if (id === undefined) check?.(one.line, 'valor', type, price);
              return { ...one, id, fresh: id === undefined, learnt: id === undefined };
            })
          : one,
      );
    },

    async write(rows) {
      const ids = await queries.insertProperties(
        trx,
        rows.map(({ property }) => ({ ...property, status: 'AVAILABLE' })),
      );
      await queries.insertOwners(
        trx,
        rows.map(({ owner }, index) => ({
          client_id: owner.id,
          property_id: present(ids[index], 'the id of the property'),
        })),
      );
      const fees = rows.flatMap((row, index) =>
        row.fees.map((fee, position) => ({
          ...fee,
          position,
          property_id: present(ids[index], 'the id of the property'),
        })),
      );
      if (fees.length > 0) await queries.insertFees(trx, fees);
      await leaveTrails(trx, ctx, 'property', ids, 'import');
      return ids;
    },

    show: ({ owner, property, fees }) => ({
      proprietario: owner.label,
      tipo: LOCATIONS[property.location],
      finalidade: TRANSACTION_TYPES[property.type],
      valor: formatMoney(property.price),
      ...shownAddress(property),
      quartos: String(property.bedrooms),
      banheiros: String(property.bathrooms),
      vagas: String(property.garage),
      energisa: property.energisa ?? '',
      copasa: property.copasa ?? '',
      cib: property.cib ?? '',
      inscricao_imobiliaria: property.property_registration ?? '',
      codigo_ibge: property.city_code ?? '',
      uso: property.purpose ? PROPERTY_PURPOSES[property.purpose] : '',
      condominio: feeOf(fees, 'Condomínio'),
      iptu: feeOf(fees, 'IPTU'),
    }),
  };
}

function feeOf(fees: PropertyRow['fees'], wanted: string): string {
  const fee = fees.find(({ name }) => name === wanted);
  return fee ? formatMoney(fee.price) : '';
}
