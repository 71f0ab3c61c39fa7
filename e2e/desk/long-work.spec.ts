import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addDays, addMonths } from '@morada/domain/base/calendar';
import { connect } from '../../apps/api/src/db/connection/connect.ts';
import { expectAccessible } from '../accessible.ts';
import { numberOf, returnFile, withAgreement } from '../boletos.ts';
import { linesOf } from '../clients.ts';
import { lateInvoice } from '../contracts.ts';
import { expect, notice, test } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { newAgency, signIn } from '../new-agency.ts';

// Long operations show their progress. They are delayed as in production: by other transactions' locks, or by a slow
// network.

/** A single connection: closing it releases its lock. */
function holder() {
  const { pool } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  return { lock: (table: string, id: number) => lock(pool, table, id), letGo: () => pool.end() };
}

async function lock(pool: ReturnType<typeof connect>['pool'], table: string, id: number) {
  await pool.query('begin');
  await pool.query(`select from ${table} where id = $1 for update`, [id]);
}

test('a bank file shows how many of its boletos are settled', LONG, async ({ page, enter, call }) => {
  await withAgreement();
  const boletos = [];
  for (let index = 0; index < 2; index += 1) {
    const { id: invoice_id, proposal_id, tenant } = await lateInvoice(call);
    const body = { invoice_id, proposal_id, user_id: tenant.id };
    boletos.push({ invoice_id, ...(await call<{ nosso_numero: string }>('POST', '/boleto/manual', body)) });
  }
  const day = '2026-11-20';
  const paid = { amount: 165_450, paid: 165_450, paid_on: day, credited_on: day, fee: 210 } as const;
  const { lock, letGo } = holder();
  await enter('/financial/boletos?down=new');
  const window = page.getByRole('dialog', { name: /^Efetuar baixa/ });
  await window.getByLabel('Arquivo do banco').setInputFiles(
    returnFile(
      'demorado.RET',
      boletos.map((boleto) => ({ ...paid, nosso_numero: numberOf(boleto) })),
    ),
  );
  const settle = window.getByRole('button', { name: 'Liquidar 2 boletos · R$ 3.309,00' });
  await expect(settle).toBeVisible();
  await lock('invoice', boletos[1]?.invoice_id ?? 0);
  await settle.click();
  await expect(window.getByRole('progressbar', { name: 'Boletos liquidados' })).toHaveAttribute(
    'aria-valuetext',
    '0 de 2 boletos',
  );
  await letGo();
  await expect(notice(page, '2 boletos liquidados no sistema')).toBeVisible();
});

test('a report shows its download progress', LONG, async ({ page }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const line = await slowLine(process.env.E2E_URL ?? '', /^\/api\/report\//, held);
  await signIn(page, line.url);
  await page.goto(`${line.url}/app/financial/reports`);
  await page.getByRole('button', { name: 'Buscar & Baixar' }).click();
  const said = page.getByRole('status').filter({ hasText: 'Recebendo o arquivo' });
  await expect(said).toHaveText(/Recebendo o arquivo: \d+ KB\.$/);
  const file = page.waitForEvent('download');
  letGo();
  expect((await linesOf(await file))[0]).toContain('Taxa de administração');
  await expect(said).toBeHidden();
  line.close();
});

test('billing shows how many contracts have their invoices', LONG, async ({ page }) => {
  test.setTimeout(120_000);
  const agency = await newAgency();
  try {
    const day = agency.today();
    const soon = addDays(day, 3);
    const terms = { start_date: addMonths(day, -3), transfer_date: Number(soon.slice(8)) };
    const leases = [];
    for (let index = 0; index < 3; index += 1) leases.push(await agency.make.contract(terms));
    await signIn(page, agency.url);
    await page.goto(`${agency.url}/app/financial/invoices`);
    await expect(page.getByText('Nenhuma fatura')).toBeVisible();
    await page.getByRole('button', { name: 'Gerar faturas' }).click();
    const window = page.getByRole('dialog', { name: 'Gerar faturas' });
    await expect(window).toContainText('3 contratos têm fatura a gerar');
    await expectAccessible(page);

    const client = await agency.pool.connect();
    await client.query('begin');
    await client.query('select from proposal where id = $1 for update', [leases[0]?.id]);
    await window.getByRole('button', { name: 'Gerar faturas' }).click();
    const progress = window.getByRole('progressbar', { name: 'Contratos com faturas geradas' });
    await expect(progress).toHaveAttribute('aria-valuetext', '0 de 3 contratos');
    await expectAccessible(page);
    await window.getByRole('button', { name: 'Fechar' }).last().click();
    await page.getByRole('button', { name: 'Gerar faturas' }).click();
    await expect(progress).toBeVisible();
    await client.query('rollback');
    client.release();

    await expect(window.getByRole('status')).toContainText('3 faturas geradas');
    await window.getByRole('button', { name: 'Fechar' }).last().click();
    // The list below is updated without another request.
    await expect(page.getByRole('button', { name: /^Abrir fatura/ })).toHaveCount(3);
    await page.getByRole('button', { name: 'Gerar faturas' }).click();
    await expect(window).toContainText('Nenhuma fatura a gerar agora');
    await expect(window).toContainText(/Última geração: 3 faturas geradas em .*, por Mariana Dias\./);
    await expect(window.getByRole('button', { name: 'Gerar faturas' })).toHaveCount(0);
  } finally {
    await page.close();
    await agency.stop();
  }
});

/** A slow proxy: responses to `path` lack their last byte until `held` resolves. */
async function slowLine(to: string, path: RegExp, held: Promise<void>) {
  const server = createServer((asked, answer) => {
    const { hostname, port } = new URL(to);
    const { method, headers, url } = asked;
    const onward = request({ hostname, port, path: url, method, headers }, async (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      if (!path.test(url ?? '')) {
        came.pipe(answer);
        return;
      }
      const all = Buffer.concat(await came.toArray());
      answer.write(all.subarray(0, -1));
      await held;
      answer.end(all.subarray(-1));
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
