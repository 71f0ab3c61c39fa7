import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeNational } from '#api/outside/nfse/national.ts';
import { firstError, refusal } from '#test/calls/answers.ts';
import { clientDesk, clientSession, wordsOf } from '#test/desks/client-desk.ts';
import { AGENCY_CNPJ, beginNotes, JUIZ_DE_FORA, keepCertificate } from '#test/desks/notes-desk.ts';
import { startApp } from '#test/harness.ts';
import { pdfText } from '#test/pdf-text.ts';
import { form } from '#test/pictures.ts';
import { startNfse } from '#test/servers/nfse-server.ts';
import { signedNote } from '#test/servers/nfse-xml.ts';
import { unzip } from '#test/unzip.ts';
import { workOnNotes } from './issue.service.ts';

const app = await startApp({ today: '2026-11-27' });
const { as, db, deps, owner, client, property, contract, invoice } = app;
Object.assign(deps, { publicUrl: 'https://serra.example' });
const server = await startNfse();
const OWNER_CNPJ = '11444777000161';
afterAll(async () => {
  closeNational();
  await server.close();
  await app.stop();
});
const staff = as('*');
const reader = as('FISCAL_VIEW');
const { browser, anonymous } = clientDesk(app.app);
const enter = async (id: number) => browser(`cliente=${await clientSession({ db }, id)}`);

beforeAll(() => beginNotes(app, server));
beforeEach(async () => {
  server.service.environment = '1';
  await db
    .updateTable('agency')
    .set({ notes_leave: 'SETTLEMENT', dps_environment: 'PRODUCTION', dps_series: 1 })
    .execute();
});

const settle = async (id: number) => {
  const paid = await staff.patch(`/invoice/${id}/down`, { paid_amount: 1000, fine: 0, interest: 0 });
  expect(paid.statusCode, paid.body).toBe(200);
  await workOnNotes(deps);
};

let series = 0;

/** An owner with a certificate lets for 1.000,00 with a fee of 10 %; the rent is paid, and its two notes are issued. */
async function noted() {
  const landlord = await owner({ name: 'Otávio Reis' });
  // Each in a series of their own, since they have one CNPJ.
  series += 1;
  const taxed = { tax_regime: 'REGULAR', taxpayer_since: '2026-01-01', tax_cnpj: OWNER_CNPJ } as const;
  await db
    .updateTable('client')
    .set({ ...taxed, ...JUIZ_DE_FORA, dps_series: series })
    .where('id', '=', landlord.id)
    .execute();
  await db.deleteFrom('note_certificate').where('client_id', 'is not', null).execute();
  await keepCertificate(app, server, OWNER_CNPJ, landlord.id);
  const home = await property({ owners: [landlord], ...JUIZ_DE_FORA });
  const tenant = await client({ name: 'Ana Prado' });
  const lease = await contract({ property_id: home.id, user_id: tenant.id, current_price: 100_000 });
  const { id } = await invoice({ contract: lease });
  await settle(id);
  const notes = await db.selectFrom('service_note').selectAll().where('invoice_id', '=', id).orderBy('kind').execute();
  const [fee, rent] = notes;
  expect(notes).toMatchObject([
    { kind: 'ADMINISTRATION', state: 'ISSUED' },
    { kind: 'LEASE', state: 'ISSUED' },
  ]);
  if (!fee || !rent) throw new Error('no notes');
  return { landlord, tenant, fee, rent, invoice: id };
}

const paperOf = async (id: number) => pdfText((await reader.get(`/fiscal/notes/${id}/danfse`)).rawPayload);

test('the paper of an issued note is drawn from its XML, and marked when it is of trial or cancelled', async () => {
  const { fee, rent } = await noted();
  const text = await paperOf(fee.id);
  expect(text).toContain(`Chave de acesso da NFS-e ${fee.key}`);
  expect(text).toContain('17.12.01');
  expect(text).not.toMatch(/CANCELADA|HOMOLOGAÇÃO/);
  const why = { reason: '2', text: 'O serviço desta nota não foi prestado.' };
  expect((await staff.delete(`/fiscal/notes/${fee.id}`, why)).statusCode).toBe(204);
  await workOnNotes(deps);
  expect(await paperOf(fee.id)).toContain('CANCELADA');
  expect(await paperOf(rent.id)).not.toContain('CANCELADA');

  server.service.environment = '2';
  await db.updateTable('agency').set({ dps_environment: 'RESTRICTED', dps_series: 2 }).execute();
  const trial = await noted();
  expect(await paperOf(trial.fee.id)).toMatch(/SEM VALIDADE JURÍDICA.*HOMOLOGAÇÃO/);
  expect(refusal(await reader.get('/fiscal/notes/999999/danfse'))).toEqual([404, 'NOTE_NOT_FOUND']);
});

test('owner and tenant see their notes with paper and XML, and nobody else does', async () => {
  const { landlord, tenant, fee, rent } = await noted();
  const [hers, his, other] = [await enter(tenant.id), await enter(landlord.id), await enter((await client()).id)];
  const rows = async (who: typeof hers) => wordsOf(await who.get('/cliente/notas'));
  expect(await rows(his)).toContain('R$ 100,00');
  expect(await rows(his)).toContain('R$ 1.000,00');
  expect(await rows(hers)).toContain('R$ 1.000,00');
  expect(await rows(hers)).not.toContain('R$ 100,00');
  expect(await rows(other)).toContain('Nenhuma nota fiscal por aqui');
  expect(wordsOf(await hers.get('/cliente/documentos'))).toContain('Notas fiscais');
  expect(wordsOf(await other.get('/cliente/documentos'))).not.toContain('Notas fiscais');

  const files = (id: number) => [`/cliente/notas/${id}/danfse`, `/cliente/notas/${id}/xml`] as const;
  const statuses = async (who: typeof hers, id: number) =>
    Promise.all(files(id).map(async (path) => (await who.get(path)).statusCode));
  expect([await statuses(hers, rent.id), await statuses(hers, fee.id)]).toEqual([
    [200, 200],
    [404, 404],
  ]);
  expect([await statuses(his, rent.id), await statuses(his, fee.id)]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  expect([await statuses(other, rent.id), await statuses(other, fee.id), await statuses(other, 999_999)]).toEqual(
    Array(3).fill([404, 404]),
  );
  expect((await anonymous.get(files(rent.id)[0])).statusCode).toBe(303);
  const [paper, xml] = [await hers.get(files(rent.id)[0]), await hers.get(files(rent.id)[1])];
  expect(await pdfText(paper.rawPayload)).toContain(`Chave de acesso da NFS-e ${rent.key}`);
  expect([xml.headers['content-type'], xml.body]).toEqual(['application/xml; charset=utf-8', rent.xml]);

  // The export of a person's data names their notes, and says whose they are.
  const exported = async (id: number) => {
    const archive = await unzip((await staff.get(`/user/${id}/personal-data`)).rawPayload);
    return JSON.parse(archive.get('dados.json') ?? '').notas_fiscais;
  };
  const inExport = { chave: rent.key, de: 'Locação', competencia: '2026-11-27', valor: 1000, cancelada_em: null };
  expect(await exported(tenant.id)).toEqual([{ ...inExport, papel: 'Tomador' }]);
  expect(await exported(landlord.id)).toEqual(
    expect.arrayContaining([
      { ...inExport, papel: 'Emitente' },
      expect.objectContaining({ chave: fee.key, papel: 'Tomador', valor: 100 }),
    ]),
  );

  // A note of the restricted environment has no fiscal value: it is for the staff alone.
  await db.updateTable('service_note').set({ environment: 'RESTRICTED' }).where('id', '=', rent.id).execute();
  expect([await statuses(hers, rent.id), await rows(hers)]).toEqual([
    [404, 404],
    expect.stringContaining('Nenhuma nota fiscal por aqui'),
  ]);
});

test('a note that the owner issued elsewhere is theirs too, once its XML is here', async () => {
  const landlord = await owner();
  const cnpj = { tax_regime: 'REGULAR', taxpayer_since: '2026-01-01', tax_cnpj: AGENCY_CNPJ } as const;
  await db.updateTable('client').set(cnpj).where('id', '=', landlord.id).execute();
  const tenant = await client();
  const home = await property({ owners: [landlord], ...JUIZ_DE_FORA });
  const lease = await contract({ property_id: home.id, user_id: tenant.id, current_price: 100_000 });
  const { id } = await invoice({ contract: lease });
  await db.updateTable('agency').set({ notes_leave: 'BATCH' }).execute();
  await settle(id);
  const transfer = await db.selectFrom('transfer').select('id').where('invoice_id', '=', id).executeTakeFirstOrThrow();
  const sample = readFileSync(new URL('../../../../test/lease-note.xml', import.meta.url), 'utf8');
  const xml = signedNote(
    sample
      .replace('<CPF>52998224725</CPF>', `<CPF>${tenant.cpf_cnpj}</CPF>`)
      .replace('<dCompet>2026-12', '<dCompet>2026-11'),
  );
  await staff.put('/messages/news/NOTE_ISSUED', { ...NEWS, text: '{{nome}}: {{nota}}, {{numero_nota}}, {{valor}}' });
  const upload = form(Buffer.from(xml), 'nota.xml', { type: 'text/xml' });
  const kept = await staff.put(`/fiscal/notes/lease/${transfer.id}/xml`, upload);
  expect(kept.statusCode, kept.body).toBe(200);
  expect(await db.selectFrom('message').select(['client_id', 'body']).orderBy('id', 'desc').limit(1).execute()).toEqual(
    [{ client_id: tenant.id, body: expect.stringMatching(/: aluguel, 1, R\$ 2\.100,00$/) }],
  );
  const path = `/cliente/notas/locacao/${transfer.id}`;
  for (const person of [landlord, tenant]) {
    const who = await enter(person.id);
    expect(wordsOf(await who.get('/cliente/notas'))).toContain('R$ 2.100,00');
    expect((await who.get(`${path}/xml`)).body).toBe(xml);
    expect((await who.get(`${path}/danfse`)).headers['content-type']).toBe('application/pdf');
  }
  const other = await enter((await client()).id);
  expect([(await other.get(`${path}/xml`)).statusCode, (await other.get(`${path}/danfse`)).statusCode]).toEqual([
    404, 404,
  ]);
});

const NEWS = { active: true, hour: null, days: null, channels: null, subject: 'Nota', text: 'Nota', template: null };

test('the fee’s note is told to the owner and the lease’s to the tenant, once that is switched on', async () => {
  await db.deleteFrom('message').execute();
  await db.deleteFrom('message_kind').execute();
  await noted();
  expect(await db.selectFrom('message').selectAll().execute()).toEqual([]);
  const text = '{{nome}}: {{nota}}, {{valor}}, {{link}}';
  expect((await staff.put('/messages/news/NOTE_ISSUED', { ...NEWS, text })).statusCode).toBe(204);
  const { landlord, tenant, rent, invoice: paid } = await noted();
  const told = async () =>
    (await db.selectFrom('message').select(['client_id', 'body', 'state']).orderBy('about_id').execute()).toSorted(
      (one, other) => one.body.localeCompare(other.body),
    );
  const link = 'https://serra.example/cliente/notas';
  expect(await told()).toEqual([
    { client_id: tenant.id, body: `Ana: aluguel, R$ 1.000,00, ${link}`, state: 'QUEUED' },
    { client_id: landlord.id, body: `Otávio: taxa de administração, R$ 100,00, ${link}`, state: 'QUEUED' },
  ]);
  const canceled = await staff.delete(`/fiscal/notes/${rent.id}`, {
    reason: '1',
    text: 'O valor da nota está errado.',
  });
  expect(canceled.statusCode).toBe(204);
  expect((await told()).map(({ state }) => state)).toEqual(['CANCELLED', 'QUEUED']);
  await staff.delete(`/invoice/${paid}/refund`);
  expect((await told()).map(({ state }) => state)).toEqual(['CANCELLED', 'CANCELLED']);
});

test('the XML of a month comes in one archive with the cancellations, those of trial apart', async () => {
  const { fee, rent } = await noted();
  await staff.delete(`/fiscal/notes/${fee.id}`, { reason: '1', text: 'O valor da nota está errado.' });
  await workOnNotes(deps);
  await db.updateTable('service_note').set({ environment: 'RESTRICTED' }).where('id', '=', rent.id).execute();
  const answer = await reader.get('/fiscal/notes/archive?month=2026-11');
  expect([answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    'application/zip',
    'attachment; filename="notas-2026-11.zip"',
  ]);
  const files = await unzip(answer.rawPayload);
  expect(files.get(`${fee.key}.xml`)).toBe(fee.xml);
  expect(files.get(`${fee.key}-cancelamento.xml`)).toContain('e101101');
  expect(files.get(`homologacao/${rent.key}.xml`)).toBe(rent.xml);
  // Every note of the month once, those of an owner's payment not a second time.
  const kept = await db.selectFrom('service_note').select('key').where('xml', 'is not', null).execute();
  const keys = [...files.keys()]
    .filter((name) => !name.includes('-cancelamento'))
    .map((name) => /\d{50}/.exec(name)?.[0]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toEqual(expect.arrayContaining(kept.map(({ key }) => key)));
  expect(refusal(await reader.get('/fiscal/notes/archive?month=2025-01'))).toEqual([404, 'NOTES_OF_MONTH_NOT_FOUND']);
  expect(firstError(await as('CLIENT_VIEW').get('/fiscal/notes/archive'))[0]).toBe(403);
});
