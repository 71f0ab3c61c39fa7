import { STAFF_PATH } from '@morada/contract/base/addresses';
import { expectAccessible } from '../accessible.ts';
import {
  changesOf,
  choose,
  client,
  cnpj,
  contract,
  crowd,
  document,
  inDatabase,
  inline,
  linesOf,
  otherBrowser,
} from '../clients.ts';
import { expect, follow, notice, pressInHead, removeSession, settled, settleRemoval, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { act, property, tag } from '../properties.ts';

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } };

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone' });

    test.beforeEach(async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });

    test(
      'the list keeps filters in its address, restores them on back, and filters inactive clients',
      LONG,
      async ({ page, enter, call }) => {
        const family = tag();
        const owner = await client(call, {
          name: `Ana ${family}`,
          type: 'OWNER',
          email: `${document()}@exemplo.com.br`,
        });
        const gone = await client(call, { name: `Bento ${family}`, type: 'OWNER' });
        await client(call, { name: `Caio ${family}` });
        await call('PATCH', `/user/${gone}/user`, { active: false });
        await enter('/clients');
        const opens = page.getByRole('button', { name: new RegExp(`^Abrir .* ${family}$`) });

        await page.getByRole('searchbox', { name: 'Nome, documento ou contato' }).fill(family);
        await expect(opens).toHaveCount(3);
        await expect(page).toHaveURL(/query=/);
        await expect(page.getByRole('main').getByText('E-mail não definido')).toHaveCount(2);
        await expect(page.getByRole('main').getByText('Inativo', { exact: true })).toHaveCount(1);

        await page.getByRole('button', { name: 'Filtrar' }).click();
        await choose(page, 'Tipo', 'Proprietário');
        await expect(page).toHaveURL(/type=OWNER/);
        await page.getByText('Ativos', { exact: true }).click();
        await expect(page).toHaveURL(/situation=ACTIVE/);
        if (screen === 'phone') await page.getByRole('button', { name: 'Ver resultado' }).click();
        else await page.keyboard.press('Escape');
        await expect(opens).toHaveCount(1);

        await opens.click();
        const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
        await expect(record.getByRole('heading', { name: `Ana ${family}` })).toBeVisible();
        await expect(page).toHaveURL(/[?&]open=/);
        await page.goBack();
        await expect(record).toBeHidden();
        await expect(page).toHaveURL(/type=OWNER.*situation=ACTIVE|situation=ACTIVE.*type=OWNER/);
        await page.getByRole('button', { name: 'Remover filtro Situação' }).click();
        await expect(opens).toHaveCount(2);

        await page.goto(`/app/clients?id=${owner}`);
        await expect(opens).toHaveCount(1);
        await page.goto(`/app/clients?query=${encodeURIComponent(`${family} ninguém`)}`);
        await expect(page.getByText('Cliente não encontrado')).toBeVisible();
      },
    );

    test('pages of twenty', LONG, async ({ page, enter }) => {
      const family = tag();
      await crowd(family, 145);
      await enter(`/clients?query=${encodeURIComponent(family)}`);
      await expect(page.getByText('1–20 de 145')).toBeVisible();
      const pages = page.getByRole('navigation', { name: 'Páginas' });
      if (screen === 'phone') {
        await expect(pages).toHaveText('Página 1 de 8');
        await pages.getByRole('button', { name: 'Próxima página' }).click();
      } else {
        await expect(pages.getByRole('button', { name: /^Página \d+$/ })).toHaveText(['1', '2', '3', '4', '5', '8']);
        await pages.getByRole('button', { name: 'Página 2', exact: true }).click();
      }
      await expect(page.getByText('21–40 de 145')).toBeVisible();
      await expect(page).toHaveURL(/page=2/);
      await page.goBack();
      await expect(page.getByText('1–20 de 145')).toBeVisible();
    });

    test(
      'a contract links to its property, its invoices and transfers, and itself',
      LONG,
      async ({ page, enter, call }) => {
        const id = await client(call, { name: 'Yara Mendonça' });
        const estate = await property(call);
        const lease = await contract(call, id, estate);
        await enter(`/clients?open=${id}&tab=contratos`);
        const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
        await expect(record.getByText('1 contrato ativo')).toBeVisible();
        await expect(record.getByText('Contrato em período de reajuste!')).toBeVisible();
        await expect(record.getByText('Em andamento')).toBeVisible();
        const links = { 'Abrir imóvel': `/properties/info/${estate}`, 'Abrir contrato': `/contracts/info/${lease}` };
        for (const [name, path] of Object.entries(links))
          await expect(record.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute(
            'href',
            STAFF_PATH + path,
          );
        await record.getByRole('button', { name: `Abrir contas do contrato ${lease}` }).click();
        const accounts = page.getByRole('dialog', { name: `Contas do contrato ${lease}` });
        await expect(accounts.getByRole('tab', { name: /^Faturas/ })).toHaveAttribute('aria-selected', 'true');
        await page.keyboard.press('Escape');
        await expect(accounts).toBeHidden();
        await expect(record.getByText('Contrato em período de reajuste!')).toBeVisible();
        await page.goto(`/app/clients/info/${id}?tab=contratos`);
        await page.getByRole('button', { name: `Abrir contas do contrato ${lease}` }).click();
        await expect(accounts).toBeVisible();
      },
    );

    test('the drawer requires the mandatory fields, and one of two phones', LONG, async ({ page, enter, call }) => {
      await enter('/clients');
      await page.getByRole('button', { name: 'Novo cliente' }).click();
      const drawer = page.getByRole('dialog', { name: 'Novo cliente' });
      const save = drawer.getByRole('button', { name: 'Cadastrar cliente' });
      await save.click();
      for (const words of ['Informe o nome', 'Informe o documento', 'Informe o telefone'])
        await expect(drawer.getByText(words)).toBeVisible();
      await expect(drawer.getByLabel('Nome')).toBeFocused();
      const name = `Davi ${tag()}`;
      await drawer.getByLabel('Nome').fill(name);
      const number = document();
      await drawer.getByLabel('CPF').fill(number);
      await drawer.getByLabel('Celular').fill('32991124455');
      await expect(drawer.getByLabel('Celular')).toHaveValue('(32) 99112-4455');
      await drawer.getByLabel('E-mail').fill('davi');
      await save.click();
      await expect(drawer.getByText('Informe um e-mail válido')).toBeVisible();
      await drawer.getByLabel('E-mail').fill('');
      await save.click();
      await expect(notice(page, 'Usuário adicionado, o código dele é')).toBeVisible();
      await expect(drawer).toBeHidden();
      const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
      await expect(record.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue(name);
      const id = new URL(page.url()).searchParams.get('open');
      const { user } = await call<{ user: { cellphone: string; type: string } }>('GET', `/user/${id}`);
      expect(user).toMatchObject({ cellphone: '32991124455', type: 'TENANT' });

      // A known document leads to its client.
      await page.goto('/app/clients');
      await page.getByRole('button', { name: 'Novo cliente' }).click();
      await drawer.getByLabel('Nome').fill('Outro nome');
      await drawer.getByLabel('CPF').fill(number);
      await drawer.getByLabel('Celular').fill('32991124455');
      await save.click();
      await expect(drawer.getByText('Já existe um cliente com este documento')).toBeVisible();
      await drawer.getByRole('button', { name: `Usar o cliente ${id}` }).click();
      await expect(record.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue(name);
    });

    test('two changed sections are two calls, each with its changes alone', LONG, async ({ page, signIn, call }) => {
      const id = await client(call, { name: 'Elisa Prado' });
      await inDatabase(id, { phone: '98841' }); // As it came from a spreadsheet.
      await signIn();
      const sent = changesOf(page);
      await page.goto(`/app/clients?open=${id}`);
      const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
      await expect(record.getByRole('button', { name: 'Salvar alterações' })).toHaveCount(0);
      await record.getByRole('textbox', { name: 'Nome', exact: true }).fill('Elisa Prado Braga');
      await record.getByRole('tab', { name: 'Endereço' }).click();
      await record.getByLabel('Cidade').fill('Juiz de Fora');
      await record.getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(record.getByText('Informe o CEP')).toBeVisible();
      expect(sent).toEqual([]);

      await record.getByLabel('Cidade').fill('');
      await record.getByRole('tab', { name: 'Mais detalhes' }).click();
      await record.getByLabel('RG').fill('MG-12.345');
      await record.getByLabel('Data de nascimento').fill('03/02/1980');
      await page.keyboard.press('Tab');
      await choose(page, 'Estado civil', 'Solteiro(a)');
      if (screen === 'desktop') await expect(record.getByText('4 alterações não salvas')).toBeVisible();
      await expect(record.getByRole('tab', { name: /com alteração não salva/ })).toHaveCount(2);
      await record.getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(notice(page, 'Dados atualizados')).toBeVisible();
      await expect(record.getByRole('tab', { name: /com alteração não salva/ })).toHaveCount(0);
      await expect(record.getByRole('button', { name: 'Salvar alterações' })).toHaveCount(0);
      expect(sent.map(({ path }) => path)).toEqual([`/user/${id}/user`, `/user/${id}/information`]);
      expect(sent[0]?.body).toEqual({ name: 'Elisa Prado Braga' });
      expect(sent[1]?.body).toMatchObject({ rg: 'MG-12.345', birth_date: '1980-02-03', person_type: 'FISICA' });
    });

    test(
      'concurrent edits of a record are merged, and conflicts are shown',
      LONG,
      async ({ page, browser, enter, staffWith, call }) => {
        const id = await client(call, { name: 'Fábio Lopes', phone: '3232152020' });
        await enter(`/clients?open=${id}`, await staffWith('CLIENT_VIEW', 'CLIENT_EDIT'));
        const mine = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
        const other = await otherBrowser(browser, await staffWith('CLIENT_VIEW', 'CLIENT_EDIT'), `/clients?open=${id}`);
        const theirs = other.getByRole('dialog', { name: 'Cadastro do Cliente' });
        await mine.getByRole('textbox', { name: 'Telefone' }).fill('32988880001');
        await mine.getByRole('textbox', { name: 'Celular' }).fill('32988880002');
        await theirs.getByRole('textbox', { name: 'Telefone' }).fill('32977770001');
        await theirs.getByRole('textbox', { name: 'E-mail' }).fill(`${document()}@exemplo.com.br`);
        await theirs.getByRole('button', { name: 'Salvar alterações' }).click();
        await expect(notice(other, 'Dados atualizados')).toBeVisible();
        const mail = await theirs.getByRole('textbox', { name: 'E-mail' }).inputValue();
        await other.close();

        await mine.getByRole('button', { name: 'Salvar alterações' }).click();
        await expect(mine.getByText(/^Otávio Lima salvou este cadastro às \d\d:\d\d\.$/)).toBeVisible();
        await mine.getByRole('button', { name: 'Comparar' }).click();
        const phone = mine.getByRole('radiogroup', { name: 'Telefone' });
        await expect(phone.getByRole('radio', { name: 'Você (32) 98888-0001' })).toBeChecked();
        await expect(
          mine.getByText('Você e Otávio Lima mudaram o mesmo campo. Escolha o que fica e salve.'),
        ).toBeVisible();
        await expect(mine.getByRole('textbox', { name: 'E-mail' })).toHaveValue(mail);
        await expect(mine.getByRole('textbox', { name: 'Celular' })).toHaveValue('(32) 98888-0002');
        await phone.getByRole('radio', { name: 'Otávio Lima (32) 97777-0001' }).check();
        await expect(mine.getByRole('textbox', { name: 'Telefone' })).toHaveValue('(32) 97777-0001');
        await phone.getByRole('radio', { name: /^Você/ }).check();
        await expectAccessible(page);
        await mine.getByRole('button', { name: 'Salvar alterações' }).click();
        await expect(notice(page, 'Dados atualizados')).toBeVisible();
        await expect(phone).toHaveCount(0);
        const { user } = await call<{ user: object }>('GET', `/user/${id}`);
        expect(user).toMatchObject({ phone: '32988880001', cellphone: '32988880002', email: mail });
      },
    );

    test('reloading after a conflict shows the saved values', LONG, async ({ page, enter, call }) => {
      const id = await client(call, { name: 'Gil Torres' });
      await enter(`/clients?open=${id}`);
      const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
      const name = record.getByRole('textbox', { name: 'Nome', exact: true });
      await name.fill('Gil Torres Neto');
      await call('PATCH', `/user/${id}/user`, { name: 'Gilberto Torres' });
      await record.getByRole('button', { name: 'Salvar alterações' }).click();
      await record.getByRole('button', { name: 'Recarregar' }).click();
      const question = page.getByRole('dialog', { name: 'Recarregar' });
      await expect(question).toContainText('O que você mudou e não salvou se perde');
      await question.getByRole('button', { name: 'Recarregar' }).click();
      await expect(name).toHaveValue('Gilberto Torres');
      await expect(record.getByRole('button', { name: 'Salvar alterações' })).toHaveCount(0);
    });

    test('inline editing: Enter saves, Escape cancels, blur saves', LONG, async ({ page, signIn, call }) => {
      const id = await client(call, { name: 'Hugo Salles' });
      const taken = document();
      await client(call, { cpf_cnpj: taken });
      await signIn();
      const sent = changesOf(page);
      await page.goto(`/app/clients/info/${id}`);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText('Hugo Salles');
      await expect(page.getByRole('navigation', { name: 'Caminho' })).toContainText('Clientes');

      await inline(page, 'nome').focus();
      await page.keyboard.press('Enter');
      const name = page.getByRole('textbox', { name: 'Nome', exact: true });
      await expect(name).toBeFocused();
      await expect(page.getByText('Enter ou sair salva, Esc desfaz.')).toBeVisible();
      await name.fill('Hugo');
      await page.keyboard.press('Escape');
      await expect(heading).toHaveText('Hugo Salles');
      await expect(inline(page, 'nome')).toBeFocused();
      expect(sent).toEqual([]);

      await page.keyboard.press('Enter');
      await name.fill('Hugo Salles Prado');
      await page.keyboard.press('Enter');
      await expect(heading).toHaveText('Hugo Salles Prado');
      await expect(notice(page, 'Dados atualizados')).toBeVisible();
      expect(sent).toEqual([{ path: `/user/${id}/update/name`, body: { value: 'Hugo Salles Prado' } }]);

      await inline(page, 'CPF').click();
      await page.getByRole('textbox', { name: 'CPF/CNPJ' }).fill('11111111111');
      await page.keyboard.press('Enter');
      await expect(page.getByText('CPF inválido. Confira os dígitos.')).toBeVisible();
      await page.getByRole('textbox', { name: 'CPF/CNPJ' }).fill(taken);
      await page.keyboard.press('Enter');
      await expect(page.getByText('Já existe um cliente com este documento')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');

      await inline(page, 'telefone').click();
      await page.getByRole('textbox', { name: 'Telefone' }).fill('3232152030');
      await page.getByRole('tab', { name: 'Endereço' }).click();
      await expect(inline(page, 'telefone')).toHaveText('(32) 3215-2030');

      await pressInHead(page, 'Alterar tipo');
      await page.getByRole('menuitem', { name: 'Fiador' }).click();
      await expect(page.getByRole('definition').filter({ hasText: 'Fiador' })).toBeVisible();
      expect(sent.at(-1)).toEqual({ path: `/user/${id}/update/type`, body: { value: 'GUARANTOR' } });
    });

    test(
      'a CNPJ in place of a CPF proposes a company, on the page and in the window',
      LONG,
      async ({ page, startSession, call }) => {
        const id = await client(call, { name: 'Nilo Teixeira' });
        await startSession();
        await page.goto(`/app/clients/info/${id}`);
        const type = page.getByRole('radiogroup', { name: 'Tipo de pessoa' });
        await expect(type.getByRole('radio', { name: 'Física' })).toBeChecked();
        await inline(page, 'CPF').click();
        await page.getByRole('textbox', { name: 'CPF/CNPJ' }).fill(cnpj());
        await page.keyboard.press('Enter');
        await page
          .getByRole('dialog', { name: 'Mudar o tipo de pessoa para pessoa jurídica?' })
          .getByRole('button', { name: 'Mudar tipo' })
          .click();
        await expect(type.getByRole('radio', { name: 'Jurídica' })).toBeChecked();
        await expect(page.getByLabel('Data de nascimento')).toHaveCount(0);
        const { information } = await call<{ information: object }>('GET', `/user/${id}`);
        expect(information).toMatchObject({ person_type: 'JURIDICA' });

        await page.goto(`/app/clients?open=${id}`);
        const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
        await record.getByRole('textbox', { name: 'CNPJ' }).fill(document());
        await expect(record.getByRole('radio', { name: 'Física' })).toBeChecked();
        await record.getByRole('button', { name: 'Salvar alterações' }).click();
        await expect(notice(page, 'Dados atualizados')).toBeVisible();
        const saved = await call<{ information: object }>('GET', `/user/${id}`);
        expect(saved.information).toMatchObject({ person_type: 'FISICA' });
      },
    );

    test(
      'a company’s people: one is given access and loses it, and an e-mail that is taken is refused',
      LONG,
      async ({ page, enter, call }) => {
        const email = `${document()}@exemplo.com.br`;
        await client(call, { name: 'Rui Prado', email });
        const id = await client(call, { name: `Padaria ${tag()}`, cpf_cnpj: cnpj() });
        await enter(`/clients/info/${id}`);
        await page.getByRole('tab', { name: 'Pessoas', exact: true }).click();
        await expect(page.getByText('Só o e-mail da empresa entra')).toBeVisible();
        await page.getByRole('button', { name: 'Dar acesso a uma pessoa' }).click();
        await page.getByLabel('Nome da pessoa').fill('Ana Lima');
        await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email);
        await page.getByLabel('Senha', { exact: true }).fill('uma-senha-boa');
        const give = page.getByRole('button', { name: 'Dar acesso', exact: true });
        await give.click();
        await expect(page.getByText('Este e-mail já é de outro cadastro. Use outro.')).toBeVisible();
        await expectAccessible(page);
        const hers = `${document()}@exemplo.com.br`;
        await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(hers);
        await give.click();
        await expect(page.getByRole('listitem').filter({ hasText: hers })).toContainText('Ana Lima');
        await expectAccessible(page);

        await page.getByRole('button', { name: 'Tirar o acesso de Ana Lima' }).click();
        const question = page.getByRole('dialog', { name: 'Tirar o acesso' });
        await expect(question).toContainText('sai na hora da área do cliente');
        await question.getByRole('button', { name: 'Tirar o acesso' }).click();
        await expect(page.getByText('Só o e-mail da empresa entra')).toBeVisible();
        expect(await call('GET', `/user/${id}/people`)).toEqual([]);
      },
    );

    test('the page: tabs of its own, real counts', LONG, async ({ page, enter, call }) => {
      test.setTimeout(120_000);
      const id = await client(call, { name: 'Íris Moura' });
      const money = ['Contas bancárias', 'Faturas', 'Repasses', 'Histórico'];
      await enter(`/clients?open=${id}`);
      const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
      for (const name of money) await expect(record.getByRole('tab', { name, exact: true })).toBeVisible();
      await page.goto(`/app/clients/info/${id}`);
      for (const name of ['Mais detalhes', 'Endereço', 'Imóveis', 'Contratos', ...money]) {
        await page.getByRole('tab', { name, exact: true }).click();
        await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
        await settled(page);
        await expectAccessible(page);
      }
      await page.getByRole('tab', { name: 'Imóveis' }).click();
      await page.getByRole('button', { name: '0', exact: true }).click();
      await expect(page.getByText('Nenhuma fatura')).toBeVisible();
      await page.goto('/app/clients/info/999999999');
      await expect(page.getByText('Cliente não encontrado')).toBeVisible();
    });

    test(
      'deleting asks for confirmation; a client in use can only be deactivated',
      LONG,
      async ({ page, enter, call }) => {
        const name = `João ${tag()}`;
        const id = await client(call, { name });
        await enter(`/clients?open=${id}`);
        const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
        await expect(record.getByRole('heading', { name })).toBeVisible();
        await act(page, 'Deletar cadastro');
        const question = page.getByRole('dialog', { name: 'Deletar cadastro' });
        await expect(question).toContainText(`Tem certeza que deseja deletar o cadastro de ${name}?`);
        await expect(question).toContainText('Esta ação não poderá ser desfeita');
        await question.getByRole('button', { name: 'Deletar cadastro' }).click();
        await expect(notice(page, 'O usuário foi deletado')).toBeVisible();
        await expect(record).toBeHidden();

        const owned = await property(call);
        const [owner] = await call<{ id: number }[]>('GET', `/property/${owned}/members/OWNER`);
        await page.goto(`/app/clients/info/${owner?.id}`);
        await pressInHead(page, 'Deletar cadastro');
        await question.getByRole('button', { name: 'Deletar cadastro' }).click();
        const offer = page.getByRole('dialog', { name: 'Desativar cadastro' });
        await expect(offer).toContainText('Este cliente é proprietário de imóvel e não pode ser deletado.');
        await offer.getByRole('button', { name: 'Desativar cadastro' }).click();
        await expect(page.getByText('Inativo', { exact: true })).toBeVisible();
        await pressInHead(page, 'Reativar cadastro');
        await expect(page.getByText('Inativo', { exact: true })).toHaveCount(0);
      },
    );

    test(
      'bank accounts: added by code or name, copied, changed, removed',
      LONG,
      async ({ page, context, enter, call }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        const id = await client(call, { name: 'Karina Teles', type: 'OWNER' });
        await call('POST', `/user/${id}/bank`, {
          ...{ code: '999', bank_name: 'Banco antigo', holder_name: 'Karina Teles', document: document() },
          ...{ account_number: '77-1', agency_number: '0001' },
        });
        await enter(`/clients?open=${id}&tab=contas`);
        const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
        await expect(record.getByText('999 Não cadastrado')).toBeVisible();
        await record.getByRole('button', { name: 'Adicionar conta' }).click();
        await record.getByRole('combobox', { name: 'Banco' }).fill('banco que não há');
        await expect(page.getByText('Banco não encontrado')).toBeVisible();
        // A bank known only to the service at BANKS_URL.
        await record.getByRole('combobox', { name: 'Banco' }).fill('banco morada');
        await expect(page.getByRole('option', { name: '998 Banco Morada S.A.' })).toBeVisible();
        await record.getByRole('combobox', { name: 'Banco' }).fill('itau unibanco');
        await page.getByRole('option', { name: '341 Itaú Unibanco S.A.' }).click();
        await record.getByLabel('Agência').fill('0024');
        await record.getByRole('textbox', { name: 'Conta', exact: true }).fill('51.782-4');
        await record.getByRole('button', { name: 'Adicionar conta' }).click();
        await expect(record.getByText('O dígito da conta não confere para este banco')).toBeVisible();
        await record.getByRole('textbox', { name: 'Conta', exact: true }).fill('51.782-3');
        await expect(record.getByRole('textbox', { name: 'Titular', exact: true })).toHaveValue('Karina Teles');
        await record.getByRole('button', { name: 'Adicionar conta' }).click();
        await expect(notice(page, 'Dados atualizados')).toBeVisible();

        await record.getByRole('button', { name: /341 Itaú Unibanco/ }).click();
        await record.getByRole('button', { name: 'Copiar Conta', exact: true }).click();
        await expect(record.getByRole('button', { name: 'Conta: copiado' })).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('51.782-3');
        await expectAccessible(page);
        await record.getByRole('button', { name: 'Editar' }).click();
        await record.getByRole('textbox', { name: 'Chave Pix' }).fill('(11) 99999-8888');
        await expect(record.getByText('Telefone: +55 (11) 99999-8888')).toBeVisible();
        await record.getByRole('button', { name: 'Salvar alterações' }).click();
        await expect(record.getByText('+5511999998888')).toBeVisible();
        await record.getByRole('button', { name: 'Remover conta' }).click();
        await expect(record.getByRole('button', { name: /341 Itaú Unibanco/ })).toHaveCount(0);
        await notice(page, 'A conta 51.782-3').getByRole('button', { name: 'Desfazer' }).click();
        await record.getByRole('button', { name: /341 Itaú Unibanco/ }).click();
        await record.getByRole('button', { name: 'Remover conta' }).click();
        await settleRemoval(page, 'A conta 51.782-3');
        await expect(record.getByRole('button', { name: /341 Itaú Unibanco/ })).toHaveCount(0);
        await expect(record.getByText('999 Não cadastrado')).toBeVisible();
      },
    );

    test('the filtered list is exported completely', LONG, async ({ page, enter, call }) => {
      const family = tag();
      for (const name of ['Lara', 'Mário', '=Nina']) await client(call, { name: `${name} ${family}`, type: 'OWNER' });
      await client(call, { name: `Otto ${family}` });
      await enter(`/clients?type=OWNER&query=${encodeURIComponent(family)}`);
      await expect(page.getByRole('button', { name: new RegExp(`^Abrir .* ${family}$`) })).toHaveCount(3);
      for (const [choice, file] of [
        ['Planilha (XLSX)', 'clientes.xlsx'],
        ['Texto (CSV)', 'clientes.csv'],
      ] as const) {
        await pressInHead(page, 'Exportar');
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: choice }).click(),
        ]);
        expect(download.suggestedFilename()).toContain(file.split('.')[1]);
        const [head = [], ...lines] = await linesOf(download);
        expect(head.slice(0, 3)).toEqual(['ID', 'Nome completo', 'Tipo']);
        expect(lines.map((cells) => cells[1]?.replace(/^'/, '')).toSorted()).toEqual(
          ['=Nina', 'Lara', 'Mário'].map((name) => `${name} ${family}`),
        );
      }
    });

    test(
      'personal data are exported and anonymised, then read-only',
      LONG,
      async ({ page, enter, staffWith, call }) => {
        const id = await client(call, { name: 'Paula Ribeiro' });
        const entry = (name: string | RegExp) =>
          page.getByRole('menuitem', { name }).or(page.getByRole('button', { name }));
        await enter(`/clients/info/${id}`, await staffWith('CLIENT_VIEW', 'CLIENT_EDIT', 'CLIENT_DESTROY'));
        await page.getByRole('button', { name: 'Mais ações' }).click();
        await expect(entry('Deletar cadastro')).toBeVisible();
        await expect(entry(/titular|Anonimizar/)).toHaveCount(0);

        await removeSession(page);
        await enter(`/clients/info/${id}`);
        await page.getByRole('button', { name: 'Mais ações' }).click();
        await expectAccessible(page);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          entry('Exportar dados do titular').click(),
        ]);
        expect(download.suggestedFilename()).toBe(`dados-do-titular-${id}.zip`);
        await pressInHead(page, 'Anonimizar');
        const question = page.getByRole('dialog', { name: 'Anonimizar cadastro' });
        await expect(question).toContainText('Os valores de faturas e repasses ficam.');
        await question.getByRole('button', { name: 'Anonimizar' }).click();
        await expect(page.getByText(/^Cadastro anonimizado em/)).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Paula');
        await expect(inline(page, 'nome')).toHaveCount(0);
        await expect(page.getByText('RG', { exact: true })).toBeVisible();
        await expect(page.getByRole('textbox', { name: 'RG' })).toHaveCount(0);
        await follow(page, `/clients?open=${id}`);
        const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
        await expect(record.getByText(/^Cadastro anonimizado em/)).toBeVisible();
        await expect(record.getByText('Nome', { exact: true })).toBeVisible();
        await expect(record.getByRole('textbox')).toHaveCount(0);
      },
    );

    test('read-only users have no actions', LONG, async ({ page, enter, staffWith, call }) => {
      const id = await client(call, { name: 'Quirino Fontes' });
      await enter('/clients', await staffWith('CLIENT_VIEW'));
      await expect(page.getByRole('button', { name: screen === 'phone' ? 'Mais ações' : 'Exportar' })).toBeVisible();
      for (const name of ['Novo cliente', 'Importar planilha'])
        await expect(page.getByRole('button', { name })).toHaveCount(0);
      await page.goto(`/app/clients?open=${id}`);
      const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
      await expect(record.getByRole('definition').filter({ hasText: 'Quirino Fontes' })).toBeVisible();
      await expect(record.getByRole('textbox')).toHaveCount(0);
      for (const name of ['Deletar cadastro', 'Mais ações', 'Salvar alterações'])
        await expect(record.getByRole('button', { name })).toHaveCount(0);
      await record.getByRole('tab', { name: 'Contas bancárias' }).click();
      await expect(record.getByText('Nenhuma conta bancária')).toBeVisible();
      await expect(record.getByRole('button', { name: 'Adicionar conta' })).toHaveCount(0);
      await page.goto(`/app/clients/info/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quirino Fontes');
      for (const name of ['Alterar tipo', 'Mais ações'])
        await expect(page.getByRole('button', { name })).toHaveCount(0);
      await expect(page.getByRole('main').getByTitle(/^Alterar/)).toHaveCount(0);
      await expect(page.getByRole('tab', { name: 'Faturas' })).toHaveCount(0);
      await page.goto('/app/clients/create');
      await expect(page).toHaveURL(/\/app\/$/);
    });

    test('the registration page leads to the profile', LONG, async ({ page, enter }) => {
      await enter('/clients/create');
      await page.getByRole('button', { name: 'Cadastrar cliente' }).click();
      for (const words of ['Informe o nome', 'Informe o documento', 'Informe o e-mail', 'Informe o telefone'])
        await expect(page.getByText(words, { exact: true })).toBeVisible();
      await page.getByText('Venda', { exact: true }).click();
      await page.getByText('CNPJ', { exact: true }).click();
      await page.getByLabel('Nome').fill('Rocha & Salles Ltda.');
      await page.getByRole('textbox', { name: 'CNPJ' }).fill('12abc34501de35');
      await expect(page.getByRole('textbox', { name: 'CNPJ' })).toHaveValue('12.ABC.345/01DE-35');
      await page.getByLabel('Telefone').fill('3232152040');
      await expect(page.getByLabel('Telefone')).toHaveValue('(32) 3215-2040');
      await page.getByRole('textbox', { name: 'CNPJ' }).fill(cnpj());
      await page.getByRole('button', { name: 'Cadastrar cliente' }).click();
      await expect(notice(page, 'Usuário adicionado, o código dele é')).toBeVisible();
      await expect(page).toHaveURL(/\/clients\/info\/\d+$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rocha & Salles Ltda.');
    });

    test('a client is found by two letters, or registered in place', LONG, async ({ page, enter, call }) => {
      const family = tag();
      const tenant = document();
      await client(call, { name: `Sílvia ${family}`, cpf_cnpj: tenant });
      const gone = await client(call, { name: `Tales ${family}` });
      await call('PATCH', `/user/${gone}/user`, { active: false });
      await enter('/contracts/create');
      const picker = page.getByRole('combobox', { name: 'Inquilino' });
      await picker.fill(family);
      await expect(page.getByRole('option', { name: /Sílvia/ })).toContainText('Inquilino');
      await expect(page.getByRole('option', { name: /Sílvia/ })).toContainText(/\d{3}\.\d{3}\.\d{3}-\d\d/);
      await expect(page.getByRole('option', { name: /Tales/ })).toHaveCount(0);
      await expectAccessible(page);
      await picker.fill(`Úrsula ${family}`);
      await expect(page.getByText('Cliente não encontrado')).toBeVisible();
      await page.getByRole('option', { name: 'Adicionar novo cliente' }).click();
      const drawer = page.getByRole('dialog', { name: 'Adicionar novo cliente' });
      await expect(drawer.getByLabel('Nome')).toHaveValue(`Úrsula ${family}`);
      await expect(drawer.getByRole('radio', { name: 'Proprietário' })).toBeChecked();
      await drawer.getByLabel('CPF').fill(document());
      await drawer.getByLabel('Telefone').fill('32988412076');
      await drawer.getByRole('button', { name: 'Cadastrar cliente' }).click();
      await expect(drawer).toBeHidden();
      await expect(picker).toHaveValue(`Úrsula ${family}`);
    });

    test('all controls on the clients’ pages are reachable', LONG, async ({ page, signIn, call }) => {
      test.setTimeout(180_000);
      const id = await client(call, { name: 'Vitor Antunes', type: 'OWNER' });
      await signIn();
      const look = async () => {
        await settled(page);
        await expectAccessible(page);
      };
      await page.goto('/app/clients');
      await expect(page.getByRole('button', { name: 'Abrir Vitor Antunes' }).first()).toBeVisible();
      await look();
      await page.getByRole('button', { name: 'Filtrar' }).click();
      await look();
      await page.goto('/app/clients');
      await pressInHead(page, 'Exportar');
      await look();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Novo cliente' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cadastrar cliente' }).click();
      await expect(page.getByText('Informe o nome')).toBeVisible();
      await look();
      await page.goto(`/app/clients?open=${id}`);
      const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
      for (const tab of [
        'Dados gerais',
        'Mais detalhes',
        'Endereço',
        'Contas bancárias',
        'Imóveis vinculados',
        'Contratos',
      ]) {
        await record.getByRole('tab', { name: tab }).click();
        await look();
      }
      await record.getByRole('button', { name: 'Mais ações' }).click();
      await look();
      await page.keyboard.press('Escape');
      await expect(record).toBeVisible();
      await record.getByRole('tab', { name: 'Contas bancárias' }).click();
      await record.getByRole('button', { name: 'Adicionar conta' }).click();
      await look();
    });
  });
}
