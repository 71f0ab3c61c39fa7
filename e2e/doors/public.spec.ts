import { readFileSync } from 'node:fs';
import { calendarDate } from '@morada/domain/base/calendar';
import type { Page } from '@playwright/test';
import { DEMO_CLIENT } from '../../apps/api/src/demo/user.ts';
import { applied, formOfTenant } from '../applications.ts';
import { sentBid } from '../bids.ts';
import { ownerOf } from '../databases.ts';
import { type Demo, test } from '../demo.ts';
import { briefFaultsOf, faultsOf } from '../everybody.ts';
import { expect } from '../fixtures.ts';
import { PHONE, printedControls, ZOOMED, zoomedFields } from '../looks.ts';
import { TODAY } from '../people.ts';
import { BRIEF, servedPaths, WALK } from '../routes.ts';
import { askedToSign, signedPaper } from '../signatures.ts';

type Address = string | ((demo: Demo, page: Page) => Promise<string>);

/** Paths that serve files, not pages. */
const NO_PAGE =
  /\.(css|ics|js|json|txt|xml|svg|webmanifest)$|map\.xml$|\/(pdf|recibo|boleto|recebidos|pagos|pontualidade|danfse|xml)$|^\/cliente\/documentos\/|\/arquivos\/:file$|\/fotos\/:place$|\/documento\/:document$|^\/assinar\/:link\/./;

/** The client's notes, one of which is cancelled. */
async function noted({ db }: Demo): Promise<string> {
  const { id: taker_id } = await db
    .selectFrom('client')
    .select('id')
    .where('email', '=', DEMO_CLIENT.email)
    .executeTakeFirstOrThrow();
  const paid = await db
    .selectFrom('transfer')
    .select(['id as transfer_id', 'invoice_id', 'proposal_id', 'property_id'])
    .where('invoice_id', 'is not', null)
    .where('proposal_id', 'is not', null)
    .orderBy('id')
    .limit(2)
    .execute();
  const xml = readFileSync(new URL('../../apps/api/test/lease-note.xml', import.meta.url), 'utf8');
  const notes = paid.map(({ invoice_id, proposal_id, ...of }, place) => ({
    ...{ ...of, invoice_id: invoice_id ?? 0, proposal_id: proposal_id ?? 0, taker_id, kind: 'LEASE' as const },
    ...{
      competence: calendarDate(TODAY),
      amount: 210_000,
      environment: 'PRODUCTION' as const,
      series: 9,
      number: place + 1,
      xml,
    },
    key: String(place).repeat(50),
    ...(place === 0
      ? { state: 'ISSUED' as const }
      : { state: 'CANCELED' as const, canceled_at: '2026-03-01T12:00:00Z' }),
  }));
  await db
    .insertInto('service_note')
    .values(notes)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return '/cliente/notas';
}

/** First matching link of a page. */
const linked = (from: string, to: string) => async (_: Demo, page: Page) => {
  await page.goto(from);
  return (await page.locator(`main a[href^="${to}"]`).first().getAttribute('href')) ?? from;
};

/** Short link of the first open invoice. */
const invoiceLink: Address = async ({ call }) => {
  const { data } = await call<{ data: { id: number }[] }>('GET', '/invoice?paid=false');
  const { url } = await call<{ url: string }>('GET', `/invoice/${data[0]?.id}/link`);
  return url.replace(/^https?:\/\/[^/]+/, '');
};

/** Owner's page of the newest offer. */
const offerLink: Address = async ({ call }) => {
  const [offered] = await call<{ id: number }[]>('GET', '/property/requests?state=RECEIVED');
  const { offer } = await call<{ offer: { link: { path: string } } }>('GET', `/property/${offered?.id}/admin`);
  return offer.link.path;
};

/** Form of the tenant of an application that staff open and send. */
const applicationForm: Address = async ({ call }) => formOfTenant(await applied(call));

/** The paper as the signer reads it, once the CPF was typed. */
const signersRoom: Address = async (demo, page) => {
  const { path, cpf } = await askedToSign(demo);
  await page.goto(path);
  await page.getByLabel('Seu CPF').fill(cpf);
  await page.getByRole('button', { name: 'Abrir o documento' }).click();
  return `${path}?ver=documento`;
};

const GUESTS: Record<string, Address> = {
  '/conferir': '/conferir',
  '/conferir/:code': async (demo) => (await signedPaper(demo)).path,
  '/assinar/:link': signersRoom,
  '/ficha/:id/:word': applicationForm,
  '/f/:link': invoiceLink,
  '/o/:id/:word': offerLink,
  '/visita/:id/:word': async (_, page) => {
    await page.goto('/imoveis?para=alugar');
    await page.locator('main a.card').first().click();
    const form = page.locator('#visita');
    await form.getByRole('radio').first().check({ force: true });
    await form.getByLabel('Nome').fill('Rui Sales');
    await form.getByLabel('Telefone com DDD').fill('(32) 98841-2076');
    await form.getByLabel('Concordo').check();
    await form.getByRole('button', { name: 'Pedir visita' }).click();
    await page.waitForURL('**/visita/**');
    return new URL(page.url()).pathname;
  },
  '/proposta/:side/:id/:word': async ({ call }) => {
    const { id } = await sentBid({ call });
    const { links } = await call<{ links: { OWNER: string } }>('GET', `/bid/${id}`);
    return links.OWNER;
  },
  '/senha': '/senha',
  '/senha/:token': `/senha/${'x'.repeat(43)}`,
  '/privacidade': '/privacidade',
  '/': '/',
  '/imoveis': '/imoveis?para=alugar',
  '/favoritos': async (_, page) => {
    await page.goto('/imoveis?para=alugar');
    const [, id] = /alugar\/(\d+)/.exec((await page.locator('main a.card').first().getAttribute('href')) ?? '') ?? [];
    return `/favoritos?imoveis=${id},999999`;
  },
  '/alerta': '/alerta?para=alugar',
  '/alerta/:link/:id/:word': `/alerta/sair/1/${'x'.repeat(43)}`,
  '/whatsapp': '/whatsapp',
  '/whatsapp/:id': async (_, page) => {
    await page.goto('/imoveis?para=alugar');
    const card = await page.locator('main a.card').first().getAttribute('href');
    return `/whatsapp/${/alugar\/(\d+)/.exec(card ?? '')?.[1]}`;
  },
  '/blog': '/blog',
  '/blog*': linked('/blog', '/blog/'),
  '/anuncie': '/anuncie',
  '/imovel': '/imovel',
  '/imovel*': linked('/imoveis', '/imovel/'),
  '/cliente/entrar': '/cliente/entrar',
  '/cliente/acesso': '/cliente/acesso',
  '/cliente/acesso/:token': `/cliente/acesso/${'x'.repeat(43)}`,
};

const CLIENTS: Record<string, Address> = {
  '/cliente': '/cliente',
  '/cliente*': '/cliente/nada',
  '/cliente/faturas': '/cliente/faturas',
  '/cliente/faturas/:id': linked('/cliente/faturas', '/cliente/faturas/'),
  '/cliente/contratos': '/cliente/contratos',
  '/cliente/repasses': '/cliente/repasses',
  '/cliente/extrato': '/cliente/extrato',
  '/cliente/informes': '/cliente/informes',
  '/cliente/imoveis': '/cliente/imoveis',
  '/cliente/notas': noted,
  '/cliente/acordos/:id': async ({ db, call }) => {
    const { id, proposal_id } = await db
      .selectFrom('invoice')
      .innerJoin('client', 'client.id', 'invoice.user_id')
      .select(['invoice.id', 'invoice.proposal_id'])
      .where('client.email', '=', DEMO_CLIENT.email)
      .where('invoice.status', '=', 'PENDING')
      .where('invoice.deleted_at', 'is', null)
      .orderBy('invoice.id')
      .executeTakeFirstOrThrow();
    const terms = { instalments: 2, first_due: TODAY, charges_off: 0, rent_off: 0, monthly_interest: 0 };
    const offer = await call<{ id: number }>('POST', '/debt-agreement', { proposal_id, invoices: [id], ...terms });
    return `/cliente/acordos/${offer.id}`;
  },
  '/cliente/ano': '/cliente/ano',
  '/cliente/documentos': '/cliente/documentos',
  '/cliente/manutencoes': '/cliente/manutencoes',
  '/cliente/manutencoes/nova': '/cliente/manutencoes/nova',
  '/cliente/manutencoes/:id': linked('/cliente/manutencoes', '/cliente/manutencoes/'),
  '/cliente/atendimento': '/cliente/atendimento',
  '/cliente/atendimento/novo': '/cliente/atendimento/novo',
  '/cliente/atendimento/:id': async (_, page) => {
    await page.goto('/cliente/atendimento');
    return (
      (await page.locator('main a[href*="/atendimento/"]:not([href$="/novo"])').first().getAttribute('href')) ?? ''
    );
  },
  '/cliente/conta': '/cliente/conta',
  '/cliente/conta/email/:token': `/cliente/conta/email/${'x'.repeat(43)}`,
  '/cliente/conta/repasses': '/cliente/conta/repasses',
};

test.describe.configure({ timeout: 240_000 });

test('every page rendered on the server is walked', ({ demo }) => {
  const pages = servedPaths(demo.routes).filter((path) => !NO_PAGE.test(path));
  expect(pages).toEqual([...Object.keys(GUESTS), ...Object.keys(CLIENTS)].toSorted());
});

async function faultsOfAll(page: Page, demo: Demo, addresses: Record<string, Address>, look = faultsOf) {
  const found: string[] = [];
  for (const [path, address] of Object.entries(addresses)) {
    await page.goto(typeof address === 'string' ? address : await address(demo, page));
    found.push(...(await look(page)).map((fault) => `${path}: ${fault}`));
  }
  return found;
}

async function signInAsClient(page: Page) {
  await page.goto('/cliente/entrar');
  await page.getByLabel('E-mail').fill(DEMO_CLIENT.email);
  await page.getByLabel('Senha', { exact: true }).fill(DEMO_CLIENT.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Olá, ');
}

/** Every twelfth page, the others in the long form. */
const everyTwelfth = (addresses: Record<string, Address>) =>
  Object.fromEntries(Object.entries(addresses).filter((_, place) => place % 12 === 0));
const all = (addresses: Record<string, Address>) => addresses;

for (const [name, form, look, part] of [
  ['axe finds nothing on', BRIEF, briefFaultsOf, everyTwelfth],
  ['everybody can use', WALK, faultsOf, all],
] as const)
  test(`${name} the site`, form, async ({ page, demo }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await faultsOfAll(page, demo, part(GUESTS), look)).toEqual([]);
  });

test('everybody can use the client area', WALK, async ({ page, demo }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAsClient(page);
  expect(await faultsOfAll(page, demo, CLIENTS, faultsOf)).toEqual([]);
});

test(
  'text is typed at 16 px on a phone, and the client area prints without menu and buttons',
  WALK,
  async ({ page, demo }) => {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const found = await faultsOfAll(page, demo, GUESTS, zoomedFields);
    await signInAsClient(page);
    const look = async (at: Page) => [...(await zoomedFields(at)), ...(await printedControls(at))];
    found.push(...(await faultsOfAll(page, demo, CLIENTS, look)));
    expect(found).toEqual([]);
  },
);

// A browser keeps a page of the site for a minute.
test.describe('in a browser that has loaded nothing', () => {
  test.use({ isFresh: true });

  test(
    'a name of 75 letters takes two lines of the head, by words, on the narrowest phone',
    WALK,
    async ({ page, demo }) => {
      await page.setViewportSize(ZOOMED.narrow);
      const owner = ownerOf(demo.database);
      const { name } = await owner.selectFrom('agency').select('name').executeTakeFirstOrThrow();
      const long = 'Imobiliária Administradora de Condomínios Nossa Senhora Aparecida da Serra';
      await owner.updateTable('agency').set({ name: long }).execute();
      for (const path of ['/', '/cliente/entrar']) {
        await page.goto(path);
        const shown = page.locator('.brand .name');
        await expect(shown).toHaveText(long);
        const lines = await shown.evaluate(
          (one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
        );
        expect([path, lines]).toEqual([path, 2]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(ZOOMED.narrow.width);
      }
      await owner.updateTable('agency').set({ name }).execute();
      await owner.destroy();
    },
  );
});
