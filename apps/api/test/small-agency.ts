import type { startApp } from './harness.ts';

/**
 * Two months of two contracts and a cash book, computed by hand; today is 10 March 2026, and owners get half of the late
 * charges.
 *
 * A: rent 1.500,00, condominium 400,00 (held), fee 10%, owners Alice 60% and Bruno 40%. Due on 10 February, received on
 *    the 20th: fine 190,00, interest 5 × 0,03% × 1.900,00 = 2,85, in all 2.092,85. Charges 192,85: owners 96,43 (half up),
 *    agency 96,42. Owners 1.500,00 − 150,00 + 96,43 = 1.446,43: Bruno 578,57, Alice 867,86 with the centavo left over.
 * B: rent 2.000,00, IPTU 100,00 for the owner, fee 8,5%, owner Carla; 50,00 of deduction borne by her (part of the fee's
 *    base), 20,00 of increase that stays with the agency. Received on 5 March: 2.070,00. Fee 8,5% × 1.950,00 = 165,75.
 *    Carla 2.000,00 − 165,75 − 50,00 + 100,00 = 1.884,25.
 * Cash book: 50,00 in on 28 February; in March 9.000,00 of a sale on the 2nd, 320,00 out on the 3rd.
 * Alice has her 867,86 on 10 March.
 */
export async function smallAgency({ as, db, owner, client, contract, invoice }: Awaited<ReturnType<typeof startApp>>) {
  const staff = as('*');
  await db
    .updateTable('agency')
    .set({ name: 'Imobiliária Serra', phone: '3232140000', late_to_owner: 5_000 })
    .execute();
  const [alice, bruno, carla] = [
    await owner({ name: 'Alice Rocha' }),
    await owner({ name: 'Bruno Lima' }),
    await owner({ name: 'Carla Nunes' }),
  ];

  const a = await contract({
    user_id: (await client({ name: 'Ana Prado' })).id,
    property: {
      street: 'Rua Halfeld',
      number: '30',
      owners: [
        { id: alice.id, share: 6_000 },
        { id: bruno.id, share: 4_000 },
      ],
      fees: [{ name: 'Condomínio', price: 40_000 }],
    },
  });
  const b = await contract({
    user_id: (await client({ name: 'Davi Reis' })).id,
    current_price: 200_000,
    commission: 850,
    property: {
      street: 'Rua Batista',
      number: '7',
      owners: [{ id: carla.id }],
      fees: [{ name: 'IPTU', price: 10_000, to_owner: true }],
    },
  });
  const extra = (body: object) => staff.put(`/proposal/${b.id}/extra`, body);
  await extra({ description: 'Pintura', amount: 50, type: 'CREDIT', influence: 'RENT', boleto: true, transfer: true });
  await extra({ description: 'Via', amount: 20, type: 'DEBIT', influence: 'EXPENSE', boleto: true, transfer: false });

  const february = await invoice({ contract: a, reference: '2026-02' });
  const late = { paid_amount: 2092.85, pay_day: '2026-02-20', payment_method: 'PIX' };
  const paid = await staff.patch(`/invoice/${february.id}/down`, late);
  const march = await invoice({ contract: b, reference: '2026-03' });
  const early = { paid_amount: 2070, pay_day: '2026-03-05', payment_method: 'BOLETO' };
  await staff.patch(`/invoice/${march.id}/down`, early);

  const book = async (body: object) => (await staff.post('/movimentation', body)).json().id as number;
  const other = await book({
    ...{ description: 'Reembolso', type: 'INPUT', subtype: 'OTHER', price: 50, date: '2026-02-28' },
  });
  const sale = await book({
    ...{
      description: 'Venda da casa 12',
      type: 'INPUT',
      subtype: 'SALE',
      price: 9000,
      date: '2026-03-02',
      doc: 'NF 88',
    },
  });
  const expense = await book({
    ...{ description: 'Energia', type: 'OUTPUT', subtype: 'OTHER', price: 320, date: '2026-03-03' },
  });

  const [toAlice, toBruno] = paid.json().transfers as { id: number }[];
  await staff.patch(`/transfer/${toAlice?.id}`, { status: 'DONE' });
  return {
    owners: { alice, bruno, carla },
    contracts: { a, b },
    invoices: { february: february.id, march: march.id },
    transfers: { alice: toAlice?.id ?? 0, bruno: toBruno?.id ?? 0 },
    movimentations: { other, sale, expense },
  };
}
