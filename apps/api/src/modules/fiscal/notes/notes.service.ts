import type { NoteFinding, NotesMissing } from '@morada/contract/fiscal/fiscal-notes';
import { formatReference, shownReference } from '@morada/domain/base/calendar';
import { agencyFindings, leaseFindings } from '@morada/domain/fiscal/note-facts';
import { purposeOf } from '@morada/domain/fiscal/taxpayer';
import { municipalityCodes } from '#api/base/municipalities.ts';
import type { Context } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { snapshot } from '#api/db/transaction.ts';
import { findHeldByTax } from '#api/modules/money/invoices/billing.service.ts';
import type { LeaseTaxHold } from '#api/modules/money/lease-tax/lease-tax.service.ts';
import * as queries from './notes.queries.ts';

/** Findings that the page shows; it says how many there are. */
const SHOWN = 100;

const HOLDS: Record<LeaseTaxHold, string> = {
  RATE: 'espera a alíquota oficial de IBS e CBS nas tabelas fiscais',
  SHORT_STAY: 'espera: o proprietário é contribuinte, e a curta temporada é tributada como hospedagem',
};

const heldFinding = ({ id, reference, hold }: Awaited<ReturnType<typeof findHeldByTax>>[number]): NoteFinding => ({
  ...{ kind: 'BLOCKING', subject: 'CONTRACT', id, place: 'TAXES' },
  message: `Contrato ${id}: a fatura de ${formatReference(shownReference(reference))} ${HOLDS[hold]}`,
});

/** What agency, people, properties and contracts in force lack for notes, each once. */
export const findMissing = (ctx: Context): Promise<NotesMissing> =>
  snapshot(ctx.db, async (trx) => {
    const codeOf = await municipalityCodes();
    const placed = <T extends { city: string | null; state: string | null }>(place: T) => ({
      ...place,
      city_code: codeOf(place.city, place.state).ibge,
    });
    const found = new Map<string, NoteFinding>();
    const add = (findings: Iterable<NoteFinding>) => {
      for (const finding of findings) found.set(`${finding.subject} ${finding.id} ${finding.message}`, finding);
    };
    const agency = await readAgency(trx, [
      ...(['cnpj', 'tax_regime', 'municipal_registration', 'simples_rate', 'city', 'state'] as const),
    ]);
    add(agencyFindings(placed(agency)));
    add((await findHeldByTax({ ...ctx, db: trx })).map(heldFinding));
    let contracts = 0;
    for await (const rows of queries.streamLeases(trx)) {
      contracts += rows.length;
      for (const { id, purpose, property, owners, tenant } of rows) {
        const known = placed(property);
        add(
          leaseFindings({
            ...{ id, purpose: purposeOf({ purpose, property }), owners: owners.map(placed), tenant: placed(tenant) },
            property: { ...known, city_code: property.city_code ?? known.city_code },
          }),
        );
      }
    }
    const of = (kind: NoteFinding['kind']) => [...found.values()].filter((finding) => finding.kind === kind);
    const [blocking, warnings] = [of('BLOCKING'), of('WARNING')];
    return {
      contracts,
      ...{ blocking: blocking.slice(0, SHOWN), blocking_total: blocking.length },
      ...{ warnings: warnings.slice(0, SHOWN), warnings_total: warnings.length },
    };
  });
