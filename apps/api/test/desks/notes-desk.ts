import { placeOf } from '#api/modules/fiscal/certificates/certificates.service.ts';
import type { startApp } from '../harness.ts';
import type { NfseServer } from '../servers/nfse-server.ts';

type App = Awaited<ReturnType<typeof startApp>>;

export const AGENCY_CNPJ = '11222333000181';
export const JUIZ_DE_FORA = {
  ...{ street: 'Rua Halfeld', number: '1', neighborhood: 'Centro', cep: '36010000' },
  ...{ city: 'Juiz de Fora', state: 'MG' },
};

/** The certificate of the agency, or of an owner, as an upload keeps it. */
export async function keepCertificate({ db, deps }: App, server: NfseServer, document: string, owner: number | null) {
  const { cert, key } = server.certificateOf(document);
  const sealed = (column: 'certificate' | 'private_key', text: string) =>
    deps.secrets.sealText(placeOf(column, owner), text);
  await db
    .insertInto('note_certificate')
    .values({
      ...{ client_id: owner, document, valid_until: '2049-12-30' },
      ...{ certificate: sealed('certificate', cert), private_key: sealed('private_key', key) },
    })
    .execute();
}

/** An agency of Juiz de Fora under the regular regime, with its certificate. */
export async function beginNotes(app: App, server: NfseServer) {
  Object.assign(app.deps.outside, { national: { ...server.settings, patience: { within: 30_000, rest: 1 } } });
  await app.db
    .updateTable('agency')
    .set({ cnpj: AGENCY_CNPJ, tax_regime: 'REGULAR', ...JUIZ_DE_FORA })
    .execute();
  await keepCertificate(app, server, AGENCY_CNPJ, null);
}

/** An invoice of 1.000,00 with a fee of 10 %. */
export async function feeInvoice({ owner: newOwner, contract, invoice, property }: App, owner?: { id: number }) {
  const landlord = owner ?? (await newOwner());
  const home = await property({ owners: [landlord], ...JUIZ_DE_FORA });
  const lease = await contract({ property_id: home.id, current_price: 100_000 });
  return { invoice: (await invoice({ contract: lease })).id, landlord, lease };
}
