import { randomInt } from 'node:crypto';
import { document } from '../clients.ts';
import { expect, follow, notice, test } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { tag } from '../properties.ts';

// One rental month from an empty database to the owner's receipt. The figures are those of an invoice of 2.811,30 due
// on 05/11 and paid on 20/11: fine 10%, interest 0,03% a day for ten days.
test(
  'a month by hand: owner, tenant, property, contract, invoice, payment, transfer',
  LONG,
  async ({ page, startSession }) => {
    test.setTimeout(120_000);
    const [owner, tenant] = [`Sônia ${tag()}`, `Bruno ${tag()}`];
    const number = String(randomInt(1e6));
    await startSession();

    const choose = async (label: string, typed: string, option: string | RegExp) => {
      await page.getByRole('combobox', { name: label }).fill(typed);
      await page.getByRole('option', { name: option }).click();
    };
    const select = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const fillAddress = async (number: string, street: string) => {
      await page.getByLabel('CEP').fill('36025-000');
      await page.getByLabel('Número').fill(number);
      await select('Estado', 'MG');
      await page.getByLabel('Rua').fill(street);
      await page.getByLabel('Bairro').fill('São Mateus');
      await page.getByLabel('Cidade').fill('Juiz de Fora');
    };

    await test.step('the owner, with an account', async () => {
      await page.goto('/app/clients/create');
      await page.getByLabel('Nome').fill(owner);
      await page.getByRole('textbox', { name: 'CPF' }).fill(document());
      await page.getByText('Proprietário', { exact: true }).click();
      await page.getByLabel('E-mail').fill(`${document()}@exemplo.com.br`);
      await page.getByLabel('Telefone').fill('(32) 98841-2076');
      await fillAddress('40', 'Rua Halfeld');
      await page.getByRole('button', { name: 'Cadastrar cliente' }).click();
      await expect(notice(page, 'Usuário adicionado, o código dele é')).toBeVisible();

      await expect(page.getByRole('heading', { level: 1 })).toContainText(owner);
      await follow(page, `/clients?query=${owner}`);
      await page.getByRole('button', { name: `Abrir ${owner}` }).click();
      const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
      await record.getByRole('tab', { name: 'Contas bancárias' }).click();
      await record.getByRole('button', { name: 'Adicionar conta' }).click();
      await record.getByRole('combobox', { name: 'Banco' }).fill('001');
      await page.getByRole('option', { name: /^001 Banco do Brasil/ }).click();
      await record.getByLabel('Agência').fill('0024-8');
      await record.getByRole('textbox', { name: 'Conta', exact: true }).fill('51.782-8');
      await record.getByRole('button', { name: 'Adicionar conta' }).click();
      await expect(record.getByText('51.782-8')).toBeVisible();
      await record.getByRole('button', { name: 'Fechar' }).last().click();
    });

    await test.step('the tenant, from the drawer', async () => {
      await page.getByRole('button', { name: 'Novo cliente' }).click();
      const drawer = page.getByRole('dialog', { name: 'Novo cliente' });
      await drawer.getByLabel('Nome').fill(tenant);
      await drawer.getByRole('textbox', { name: 'CPF' }).fill('084.215.776-37');
      await drawer.getByLabel('Telefone').fill('(32) 99112-4455');
      await drawer.getByRole('button', { name: 'Cadastrar cliente' }).click();
      await expect(drawer.getByText('CPF inválido. Confira os dígitos.')).toBeVisible();
      await drawer.getByRole('textbox', { name: 'CPF' }).fill(document());
      await drawer.getByRole('button', { name: 'Cadastrar cliente' }).click();
      await expect(drawer).toBeHidden();
      await expect(page.getByText(tenant).first()).toBeVisible();
    });

    await test.step('the property, with its fees', async () => {
      await follow(page, '/properties/register');
      await select('Transação', 'Aluguel');
      await select('Categoria', 'Apartamento');
      await page.getByLabel('Preço').fill('2350');
      await choose('Proprietário', owner.replace('ô', 'o'), new RegExp(owner));
      await fillAddress(number, 'Av. Getúlio Vargas');
      await page.getByRole('button', { name: 'Cadastrar imóvel' }).click();
      await expect(notice(page, 'Imóvel adicionado, o código dele é')).toBeVisible();

      await page.getByRole('tab', { name: /^Taxas/ }).click();
      for (const [index, [name, price]] of [
        ['Condomínio', '480'],
        ['IPTU', '112,4'],
        ['Seguro incêndio', '18,9'],
      ].entries()) {
        await page.getByRole('button', { name: 'Adicionar taxa' }).click();
        await page
          .getByRole('textbox', { name: 'Nome' })
          .nth(index)
          .fill(name ?? '');
        await page
          .getByRole('textbox', { name: 'Valor' })
          .nth(index)
          .fill(price ?? '');
      }
      await page.getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(notice(page, 'Imóvel atualizado!')).toBeVisible();
    });

    await test.step('the contract, with a deduction for both sides', async () => {
      await follow(page, '/contracts/create');
      await choose('Imóvel', `getulio ${number}`, /Getúlio Vargas/);
      await expect(page.getByLabel('Valor atual')).toHaveValue(/2\.350,00/);
      await choose('Inquilino', tenant.split(' ').reverse().join(' '), new RegExp(tenant));
      await page.getByLabel('Início').fill('01/01/2026');
      await page.getByLabel('Término').fill('30/06/2028');
      await page.getByLabel('Próximo reajuste').fill('01/01/2027');
      await page.getByLabel('Dia do pagamento').fill('5');
      await select('Tipo de garantia', 'Caução');
      await page.getByRole('button', { name: 'Adicionar contrato' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Contrato \d+ · /);
      await expect(page.getByText('Em andamento').first()).toBeVisible();

      await page.getByRole('tab', { name: /^Deduções/ }).click();
      await page
        .getByRole('button', { name: /^Adicionar/ })
        .first()
        .click();
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel('Descrição').fill('Reparo hidráulico');
      await drawer.getByLabel('Valor').fill('150');
      await drawer.getByText('Dedução', { exact: true }).click();
      await drawer.getByText('Despesa', { exact: true }).click();
      await drawer.getByRole('switch', { name: 'Próximo boleto do inquilino' }).check();
      await drawer.getByRole('switch', { name: 'Próximo repasse ao proprietário' }).check();
      await drawer.getByRole('button', { name: 'Adicionar', exact: true }).click();
      await expect(page.getByRole('row', { name: /Reparo hidráulico/ })).toContainText('−R$ 150,00');
    });

    const invoice = page.getByRole('dialog', { name: /^Fatura \d+/ });

    await test.step("October's invoice, and what is owed today", async () => {
      await follow(page, '/financial/invoices');
      await page.getByRole('button', { name: 'Antecipar fatura', exact: true }).click();
      await choose('Cliente', tenant, new RegExp(tenant));
      await select('Mês da fatura', 'outubro de 2026');
      await page.getByRole('dialog').getByRole('button', { name: 'Antecipar fatura', exact: true }).click();
      await expect(notice(page, 'A fatura foi antecipada.')).toBeVisible();
      await expect(invoice).toContainText('vencida há 15 dias');
      await expect(invoice).toContainText('2.811,30');
      await expect(invoice.getByRole('textbox', { name: 'Multa' })).toHaveValue('281,13');
      await expect(invoice.getByRole('textbox', { name: 'Juros' })).toHaveValue('8,43');
      await expect(invoice).toContainText('R$ 3.100,86');
      // 2.350,00 − 235,00 − 150,00 + 289,56
      await expect(invoice).toContainText('R$ 2.254,56');
      await expect(invoice).toContainText('27/11/2026');
    });

    await test.step('marked as paid', async () => {
      await expect(invoice.getByRole('combobox', { name: 'Forma de pagamento' })).toHaveValue('Baixa Manual');
      await select('Forma de pagamento', 'Pix');
      await invoice.getByRole('button', { name: 'Marcar como pago' }).click();
      await page.getByRole('button', { name: 'Sim, foi pago' }).click();
      await expect(invoice.getByText('Pago', { exact: true })).toBeVisible();
      const [receipt] = await Promise.all([
        page.context().waitForEvent('response', (answer) => answer.url().includes('/api/receipt/invoice/')),
        invoice.getByRole('button', { name: 'Recibo' }).click(),
      ]);
      expect([receipt.status(), receipt.headers()['content-type']]).toEqual([200, 'application/pdf']);
    });

    await test.step("the owner's transfer, concluded, with its receipt", async () => {
      await follow(page, `/financial/transfers?query=${owner}`);
      const row = page.getByRole('row', { name: owner }).last();
      await expect(row).toContainText('R$ 2.254,56');
      await row.getByRole('button', { name: /Abrir/ }).click();
      const transfer = page.getByRole('dialog', { name: /^Repasse \d+/ });
      await expect(transfer).toContainText('51.782-8');
      await transfer.getByRole('button', { name: 'Concluir transfereência' }).click();
      await page
        .getByRole('dialog', { name: 'Concluir transfereência' })
        .getByRole('button', { name: 'Concluir transfereência' })
        .click();
      await expect(transfer.getByText('Efetuado', { exact: true })).toBeVisible();
      const [receipt] = await Promise.all([
        page.context().waitForEvent('response', (answer) => answer.url().includes('/api/receipt/transfer/')),
        transfer.getByRole('button', { name: 'Recibo' }).click(),
      ]);
      expect(receipt.headers()['content-type']).toBe('application/pdf');
    });

    await test.step('a paid invoice whose transfer is done is held', async () => {
      await follow(page, '/financial/invoices?status=PAID');
      await page.getByRole('row', { name: tenant }).getByRole('button', { name: /Abrir/ }).click();
      await invoice.getByRole('button', { name: 'Estornar' }).click();
      await page.getByRole('dialog', { name: 'Estornar fatura' }).getByRole('button', { name: 'Estornar' }).click();
      await expect(notice(page, 'Estorne primeiro o repasse desta fatura.')).toBeVisible();
    });
  },
);
