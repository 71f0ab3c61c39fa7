import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { fillForm } from '../applications.ts';
import { document as someDocument } from '../clients.ts';
import { house } from '../contracts.ts';
import { expect, notice, settled, test } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { advertise, tag } from '../properties.ts';
import { visitorsPage } from '../visitors.ts';

// From the first message to the contract, each station by those who stand there. Eight people's pages, one after another: a busy
// machine took three minutes of four for the shorter half.
test.describe.configure({ timeout: 600_000 });

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;
type Lead = { id: number; stage: string; history: { event: string }[] };

/** Somebody whom no other story knows: leads of the same phone are one. */
function somebody() {
  const cpf = someDocument();
  const number = cpf.slice(0, 8);
  return {
    name: `Helena ${tag()}`,
    cpf,
    phone: `(32) 9${number.slice(0, 4)}-${number.slice(4)}`,
    email: `h${cpf}@exemplo.com.br`,
  };
}
type Somebody = ReturnType<typeof somebody>;

/** Writes about a property on the site, as a visitor with a phone. */
async function write(browser: Browser, property: number, { name, phone, email }: Somebody) {
  const site = await visitorsPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await site.goto(`/imovel/alugar/${property}`);
  const form = site.locator('#mensagem');
  await form.getByLabel('Nome').fill(name);
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel(/^Telefone/).fill(phone);
  await form.getByLabel('Mensagem').fill('Posso visitar amanhã?');
  await form.getByLabel('Concordo').check();
  await form.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(form.getByRole('status')).toContainText('Mensagem enviada');
  await site.context().close();
}

const leadOf = async (call: Call, { name }: Somebody) => {
  const { data } = await call<{ data: Lead[] }>('GET', `/lead?query=${encodeURIComponent(name)}`);
  expect(data).toHaveLength(1);
  return call<Lead>('GET', `/lead/${data[0]?.id}`);
};

/** Presses an action of the window in front: a button, or an entry of "⋯". */
async function act(page: Page, title: string | RegExp, label: string) {
  const window = page.getByRole('dialog', { name: title });
  const button = window.getByRole('button', { name: label, exact: true });
  await window
    .getByRole('button', { name: /^Fechar/ })
    .first()
    .waitFor();
  await settled(page);
  if (await button.isVisible()) return button.click();
  await window.getByRole('button', { name: 'Mais ações' }).click();
  await window.getByRole('menuitem', { name: label }).click();
}

const pick = async (page: Page, label: string, option: string | RegExp) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};

/** Opens the lead of a person in the funnel, answers it and books a visit for today. */
async function answerAndBook(page: Page, { name }: Somebody, time: string) {
  const window = page.getByRole('dialog', { name });
  await expect(window.getByText('Novo', { exact: true }).first()).toBeVisible();
  await expect(window.getByText('Posso visitar amanhã?')).toBeVisible();
  await expectAccessible(page);
  await window.getByRole('button', { name: 'Respondi por telefone' }).click();
  await expect(window.getByText('Em contato', { exact: true }).first()).toBeVisible();
  await act(page, name, 'Agendar visita');
  const visit = page.getByRole('dialog', { name: 'Nova visita' });
  await expect(visit.getByLabel('Visitante')).toHaveValue(name);
  await visit.getByLabel('Data').fill('20112026');
  // The calendar closes.
  await visit.getByLabel('Data').press('Tab');
  await visit.getByText('Tarde').click();
  await visit.getByLabel('Horário').fill(time);
  await visit.getByRole('button', { name: 'Agendar visita' }).click();
  await expect(notice(page, 'Visita agendada')).toBeVisible();
  await expect(window.getByText('Visita', { exact: true }).first()).toBeVisible();
}

/** Takes the visitor to the property and back. */
async function holdVisit(page: Page, { name }: Somebody, role: 'row' | 'listitem') {
  await page.goto('/app/schedules');
  const visit = page.getByRole(role).filter({ hasText: name });
  await visit.getByRole('button', { name: 'Check-in' }).click();
  await expect(visit).toContainText('Em visita');
  await visit.getByRole('button', { name: 'Check-out' }).click();
  const end = page.getByRole('dialog', { name: `Check-out de ${name}` });
  await pick(page, 'Resultado', 'Quer o imóvel');
  await end.getByRole('button', { name: 'Marcar check-out' }).click();
  await expect(visit).toHaveCount(0);
}

/** Proposes R$ 1.450,00 for the person, from the lead's window. @returns the bid's number */
async function propose(page: Page, lead: number, { name }: Somebody, street: string) {
  await page.goto(`/app/contacts/funnel?open=${lead}`);
  await act(page, name, 'Nova proposta');
  const form = page.getByRole('dialog', { name: 'Nova proposta' });
  await expect(form.getByRole('combobox', { name: 'Imóvel' })).toHaveValue(new RegExp(street));
  await expect(form.getByLabel('Nome de quem propõe')).toHaveValue(name);
  await form.getByLabel('Aluguel').fill('1450');
  await pick(page, 'Garantia', 'Caução');
  await form.getByLabel('Início').fill('01/12/2026');
  await form.getByRole('button', { name: 'Cadastrar proposta' }).click();
  await act(page, /^Proposta \d+/, 'Enviar ao proprietário');
  await expect(notice(page, 'A proposta aguarda o proprietário.')).toBeVisible();
  return Number(new URL(page.url()).searchParams.get('open'));
}

test('from a message to the contract, at the desk', LONG, async ({ page, browser, call, enter }) => {
  const { id: property, street } = await house(call);
  await advertise(call, property);
  const person = somebody();
  await write(browser, property, person);
  const lead = await leadOf(call, person);

  await test.step('the lead is answered, and a visit booked and held', async () => {
    await enter('/contacts/funnel');
    await page
      .getByRole('button', { name: new RegExp(person.name) })
      .first()
      .click();
    await answerAndBook(page, person, '15:00');
    await holdVisit(page, person, 'row');
  });

  const bid = await test.step('a proposal goes to the owner, who accepts by the link', async () => {
    const made = await propose(page, lead.id, person, street);
    const { links } = await call<{ links: { OWNER: string } }>('GET', `/bid/${made}`);
    const owner = await visitorsPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await owner.goto(links.OWNER);
    await owner.getByLabel('Li e aceito os termos acima').check();
    await owner.getByRole('button', { name: 'Aceitar a proposta' }).click();
    await expect(owner.getByRole('status')).toContainText('Proposta aceita');
    await owner.context().close();
    return made;
  });

  await test.step('the accepted proposal opens the application, whose link the person fills in', async () => {
    await page.goto(`/app/contracts/bids?open=${bid}&state=ALL`);
    await act(page, /^Proposta \d+/, 'Abrir ficha');
    const form = page.getByRole('dialog', { name: 'Abrir ficha' });
    await expect(form.getByRole('combobox', { name: 'Imóvel' })).toHaveValue(new RegExp(street));
    await expect(form.getByLabel('Aluguel')).toHaveValue(/1\.450,00/);
    await expect(form.getByLabel('Locatário')).toHaveValue(person.name);
    await form.getByLabel('Encargos por mês').fill('200');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Abrir ficha' }).click();
    await act(page, /^Ficha \d+/, 'Enviar links');
    await expect(page.getByRole('dialog', { name: /^Ficha \d+/ }).getByText(/^Link, até/)).toBeVisible();
    const application = new URL(page.url()).searchParams.get('open');
    const { parties } = await call<{ parties: { link: { url: string } }[] }>('GET', `/application/${application}`);
    const tenant = await visitorsPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await tenant.goto(new URL(parties[0]?.link.url ?? '', process.env.E2E_URL).pathname);
    await expect(tenant.getByLabel('Nome completo')).toHaveValue(person.name);
    await fillForm(tenant, person.cpf);
    await tenant.context().close();
  });

  await test.step('it is analysed and approved', async () => {
    const window = page.getByRole('dialog', { name: /^Ficha \d+/ });
    await page.reload();
    await expect(window.getByText('Fichas recebidas')).toBeVisible();
    await window.getByRole('button', { name: 'Começar análise' }).click();
    await window.getByRole('button', { name: 'Responder' }).click();
    const answer = page.getByRole('dialog', { name: 'Responder à ficha' });
    await answer.getByLabel('Por que decidiu assim').fill('Renda e documentos conferem.');
    await answer.getByRole('button', { name: 'Registrar resposta' }).click();
    await expect(window.getByText('Aprovada', { exact: true })).toBeVisible();
  });

  const contract = await test.step('the approved application makes the contract, with what was agreed', async () => {
    await act(page, /^Ficha \d+/, 'Fazer contrato');
    await expect(page.getByText(`Preenchido com a proposta ${bid}.`)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Imóvel' })).toHaveValue(new RegExp(street));
    await expect(page.getByLabel('Valor atual')).toHaveValue(/1\.450,00/);
    await expect(page.getByLabel('Início')).toHaveValue('01/12/2026');
    // The person is in no register yet.
    await page.getByRole('combobox', { name: 'Inquilino' }).fill(person.name);
    await page.getByRole('option', { name: /Adicionar novo cliente/ }).click();
    const client = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Cadastrar cliente' }) });
    await expect(client.getByLabel('Nome')).toHaveValue(person.name);
    await client.getByLabel('CPF').fill(person.cpf);
    await client.getByLabel('Celular').fill(person.phone);
    await client.getByRole('button', { name: 'Cadastrar cliente' }).click();
    await expect(page.getByRole('combobox', { name: 'Inquilino' })).toHaveValue(person.name);
    await page.getByLabel('Taxa de administração').fill('10');
    await page.getByLabel('Dia do pagamento').fill('5');
    await pick(page, 'Conta do proprietário', /51\.782-8/);
    await page.getByLabel('Valor da caução').fill('4350');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Adicionar contrato' }).click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(/^Contrato \d+ · .+, .+/);
    await expect(title).toContainText(person.name);
    await expect(page.getByText('Em andamento').first()).toBeVisible();
    return Number(/Contrato (\d+)/.exec((await title.textContent()) ?? '')?.[1]);
  });

  await test.step('the lead is won by its deeds alone, and the property is let', async () => {
    const won = await leadOf(call, person);
    expect(won.stage).toBe('WON');
    expect(won.history.map(({ event }) => event).toReversed()).toEqual([
      ...['RECEIVED', 'ANSWERED', 'VISIT_BOOKED', 'VISIT_DONE', 'BID_SENT', 'BID_ACCEPTED'],
      ...['APPLICATION_SENT', 'APPLICATION_APPROVED', 'CONTRACT_MADE'],
    ]);
    await page.goto(`/app/properties/info/${property}`);
    await expect(page.getByText('Alugado').first()).toBeVisible();
    expect(await call('GET', `/bid/${bid}`)).toMatchObject({ state: 'DONE', proposal_id: contract });
  });

  await test.step('the figures count it, and open it', async () => {
    await page.goto('/app/contacts/indicators?start=2026-11-01&end=2026-11-30');
    await expect(page.getByRole('table', { name: 'Leads por origem' })).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('link', { name: /locaç(ão|ões)$/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/contracts\?/);
    await expect(page.getByRole('row').filter({ hasText: person.name })).toContainText('1.450,00');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test(
    'a broker answers, shows the property and sends the proposal',
    LONG,
    async ({ page, browser, call, enter, staffWith }) => {
      const { id: property, street } = await house(call);
      await advertise(call, property);
      const person = somebody();
      await write(browser, property, person);
      const lead = await leadOf(call, person);
      const broker = await staffWith(
        ...['LEAD_VIEW', 'LEAD_EDIT', 'SCHEDULE_VIEW', 'SCHEDULE_EDIT', 'PROPERTY_VIEW', 'CONTACT_VIEW'],
      );
      await enter('/contacts/funnel', broker);
      await page.getByRole('listitem').filter({ hasText: person.name }).click();
      await answerAndBook(page, person, '16:00');
      await holdVisit(page, person, 'listitem');
      await propose(page, lead.id, person, street);
      const after = await leadOf(call, person);
      expect(after.stage).toBe('BID');
      expect(after.history.map(({ event }) => event).toReversed()).toEqual([
        ...['RECEIVED', 'ANSWERED', 'VISIT_BOOKED', 'VISIT_DONE', 'BID_SENT'],
      ]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await expectAccessible(page);
    },
  );
});
