import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { STARTER_TEMPLATES } from '#api/modules/lease/templates/starter-texts.data.ts';
import { richTextPdf } from '#api/pdf/rich-text.ts';
import { pdfText } from '#api/pdf/text.ts';
import { applicationsOf, mailing } from '#test/applications.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { signaturesOf } from '#test/signing/signatures.ts';
import { keepSigned } from './keeping.service.ts';
import { sha256Of } from './paper.service.ts';

const app = await startApp({ today: '2026-03-10', outside: mailing() });
const { db, ctx } = app;
const staff = app.as('*');
const applications = applicationsOf(app);
afterAll(app.stop);

type People = { people: { role: string; name: string; capacity: string | null }[] };
const rolesOf = ({ people }: People) => people.map(({ role, name }) => `${role} ${name}`);

async function prepared(body: object) {
  const made = await staff.post('/signature', body);
  expect(made.statusCode, made.body).toBe(201);
  return made.json();
}

/** The text of a paper that was prepared. */
async function textOf(id: number) {
  const file = await staff.get(`/signature/${id}/paper`);
  return (await pdfText(new Uint8Array(file.rawPayload))).replace(/\s+/g, ' ');
}

async function templateOf(name: string): Promise<number> {
  const body = STARTER_TEMPLATES.find((one) => one.name === name)?.body ?? '';
  return (await staff.post('/contract/template', { name, body })).json().id;
}

test('a mandate says the property and its owners, and asks them and their spouses', LONG, async () => {
  const owner = await app.owner({ name: 'Otávio Lima' });
  const property = await app.property({ owners: [owner] });
  await db
    .updateTable('client')
    .set({ marital_status: 'CASADO', spounce_name: 'Helena Lima', spounce_cpf: '11144477735' })
    .where('id', '=', owner.id)
    .execute();
  const template_id = await templateOf('Contrato de administração');
  const about = { kind: 'MANDATE', subject: 'PROPERTY', subject_id: property.id };
  const made = await prepared({ ...about, template_id, leave_blank: true });
  expect(await textOf(made.id)).toContain('PROPRIETÁRIO: Otávio Lima');
  expect(rolesOf(made).slice(0, 2)).toEqual(['OWNER Otávio Lima', 'SPOUSE Helena Lima']);
  expect(made.accepted).toBe(true);

  // A template of leases says what a property can't: it is told, and not left blank by itself.
  const lease = await templateOf('Locação residencial');
  expect((await staff.post('/signature', { ...about, template_id: lease })).json().code).toBe('SIGNATURE_BLANKS');
});

test('an application’s consent is a paper of its parties', async () => {
  const { id } = await applications.create();
  const made = await prepared({ kind: 'CONSENT', subject: 'APPLICATION', subject_id: id });
  expect(await textOf(made.id)).toContain('Autorização para análise de ficha');
  expect(rolesOf(made)).toHaveLength(1);
});

test('the sheet of a contract that has ended is signed by tenant, owner and agency', LONG, async () => {
  const { id } = await app.contract({ start_date: '2025-04-01', end_date: '2027-09-30' });
  const ended = await staff.put(`/proposal/${id}/termination`, { left_on: '2026-03-10' });
  expect(ended.statusCode, ended.body).toBe(201);
  const made = await prepared({ kind: 'TERMINATION', subject: 'CONTRACT', subject_id: id });
  expect(await textOf(made.id)).toContain('Folha de rescisão');
  expect(made.people.map(({ role }: { role: string }) => role)).toEqual(['TENANT', 'OWNER', 'AGENCY']);
});

test('a contract that runs has no sheet to sign; a receipt of keys comes from its template', LONG, async () => {
  const contract = await app.contract();
  const about = { subject: 'CONTRACT', subject_id: contract.id };
  const sheet = await staff.post('/signature', { ...about, kind: 'TERMINATION' });
  expect(sheet.json().code).toBe('SIGNATURE_NO_SHEET');
  const template_id = await templateOf('Recibo de chaves');
  const made = await prepared({ ...about, kind: 'KEYS', template_id, leave_blank: true });
  expect(made.people.map(({ role }: { role: string }) => role)).toEqual(['TENANT', 'AGENCY']);
});

test('a sale is signed by the buyer of the bid that was accepted, and by the owners', async () => {
  const property = await app.property({ owners: [await app.owner({ name: 'Otávio Lima' })] });
  await db
    .insertInto('bid')
    .values({
      ...{ kind: 'SALE', property_id: property.id, name: 'Clara Nunes', email: 'clara@exemplo.com', phone: null },
      ...{ state: 'ACCEPTED', expires_on: '2026-03-20', decided_on: '2026-03-09' },
    })
    .execute();
  const form = new FormData();
  for (const [name, value] of Object.entries({ kind: 'SALE', subject: 'PROPERTY', subject_id: String(property.id) }))
    form.append(name, value);
  const paper = {
    ...{ title: 'Compra e venda', agency: { name: 'Serra Imóveis' }, day: '2026-03-10' as const },
    html: '<p>Vende.</p>',
  };
  const bytes = new Uint8Array(await buffer(richTextPdf(paper)));
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'Compra e venda.pdf');
  const made = await staff.post('/signature/upload', form);
  expect(made.statusCode, made.body).toBe(201);
  expect(rolesOf(made.json())[0]).toBe('BUYER Clara Nunes');
  expect(rolesOf(made.json())).toContain('OWNER Otávio Lima');
});

test('an agreement about debts comes into force when all have signed it, and not once its time is over', async () => {
  const { update, send, sign, named } = signaturesOf(app);
  async function signed() {
    const tenant = await app.client({ name: 'Tereza Prado' });
    const lease = await app.contract({
      ...{ user_id: tenant.id, current_price: 100_000, transfer_date: 5 },
      ...{ start_date: '2025-11-01', end_date: '2028-10-31', next_readjustment: '2026-11-01' },
    });
    const { id: late } = await app.invoice({ contract: lease, reference: '2026-01' });
    const offered = await staff.post('/debt-agreement', {
      ...{ proposal_id: lease.id, invoices: [late], instalments: 2, first_due: '2026-03-25' },
      ...{ charges_off: 0, rent_off: 0, monthly_interest: 0 },
    });
    expect(offered.statusCode, offered.body).toBe(201);
    const agreement: number = offered.json().id;
    const made = await prepared({ kind: 'DEBT_AGREEMENT', subject: 'AGREEMENT', subject_id: agreement });
    // Two witnesses make it an enforceable title.
    expect(made.people.map(({ role }: { role: string }) => role)).toEqual(['TENANT', 'AGENCY', 'WITNESS', 'WITNESS']);
    await update(made.id, { signers: [named({ name: 'Tereza Prado' })] });
    const out = await send(made.id);
    expect(out.statusCode, out.body).toBe(200);
    await sign(out.json().people[0].id);
    return { agreement, paper: made.id, lease: lease.id };
  }
  const bytes = Buffer.from('%PDF-1.7 assinado');
  const keep = (id: number) => keepSigned(ctx, id, { bytes, sealed: false });
  const first = await signed();
  await keep(first.paper);
  const accepted = (await staff.get(`/debt-agreement/${first.agreement}`)).json();
  expect(accepted).toMatchObject({
    ...{ state: 'ACCEPTED', accepted_how: 'SIGNATURE', accepted_name: 'Tereza Prado', document_hash: sha256Of(bytes) },
  });

  const second = await signed();
  app.clock.today = '2026-04-30';
  await keep(second.paper);
  expect((await staff.get(`/debt-agreement/${second.agreement}`)).json().state).toBe('OFFERED');
  const kept = (await staff.get(`/signature/${second.paper}`)).json();
  expect(kept).toMatchObject({ state: 'SIGNED', seal_problem: expect.stringContaining('não entrou em vigor') });
  // The signed paper is with the contract all the same.
  const documents = await db
    .selectFrom('proposal_document')
    .select('type')
    .where('proposal_id', '=', second.lease)
    .execute();
  expect(documents).toEqual([{ type: 'OTHER' }]);
});
