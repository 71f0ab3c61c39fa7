import { STAFF_PATH } from '@morada/contract/base/addresses';
import { connect } from '../../apps/api/src/db/connection/connect.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, follow, notice, pressInBar, pressInHead, removeSession, settleRemoval, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { act, advertise, carry, owner, photograph, property, tag } from '../properties.ts';

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } };

type Detail = {
  status: string;
  price: number;
  reason: string | null;
  information: { description: string | null };
  features: { name: string }[];
  fees: { name: string; price: number }[];
  images: { name: string; width: number; height: number }[];
  owners: { name: string; share: number }[];
};

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone' });

    test.beforeEach(async ({ page, startSession }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await startSession();
    });

    test('cards, filters, and links to share', LONG, async ({ page, call, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const street = `Rua ${tag()}`;
      const offered = await property(call, { street });
      const rented = await property(call, { street, status: 'RENTED', price: 1850 });
      const sold = await property(call, { street, type: 'SALE', location: 'HOUSE', price: 640_000 }, 'Otto Braga');
      for (const id of [offered, sold]) await advertise(call, id);

      await page.goto(`/app/properties?query=${encodeURIComponent(street)}`);
      const cards = page.getByRole('list', { name: 'Imóveis' }).getByRole('listitem').filter({ hasText: street });
      const card = (words: string) => cards.filter({ hasText: words });
      await expect(cards).toHaveCount(3);
      const first = card('2.140,00');
      for (const words of [
        'Apartamento, aluguel',
        'R$ 2.140,00/mês',
        `${street}, 915`,
        'São Mateus, Juiz de Fora',
        '3 quartos',
        '2 banheiros',
        '1 vaga',
        'Helena Antunes',
        'Disponível',
      ])
        await expect(first).toContainText(words);
      await expect(first).not.toContainText('Indisponível');
      await expect(card('1.850,00')).toContainText('Alugado');
      await expect(card('1.850,00')).toContainText('Indisponível');

      await test.step('filters are kept in the address, each with its chip', async () => {
        await page.getByRole('radiogroup', { name: 'Transação' }).getByText('Venda', { exact: true }).click();
        await expect(page).toHaveURL(/transaction=SALE/);
        await expect(cards).toHaveCount(1);
        await expect(cards).toContainText('Casa, venda');
        await page.getByRole('button', { name: 'Remover filtro Transação' }).click();
        await expect(cards).toHaveCount(3);
      });

      await test.step('only properties on offer have a public page to share', async () => {
        await card('2.140,00').getByRole('checkbox').check();
        await card('1.850,00').getByRole('checkbox').check();
        await expect(page.getByText('2 selecionados')).toBeVisible();
        await pressInBar(page, 'Compartilhar 1 anúncio');
        await expect(notice(page, '1 link copiado. 1 imóvel que não está anunciado ficou de fora.')).toBeVisible();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        expect(link).toMatch(new RegExp(`^${process.env.E2E_URL}/imovel/alugar/${offered}/rua-ipe-\\d+-juiz-de-fora$`));
        expect((await page.request.get(link)).status()).toBe(200);
        await page.getByRole('button', { name: 'Limpar seleção' }).click();
        await expect(page.getByText('2 selecionados')).toBeHidden();

        await card('2.140,00').getByRole('checkbox').check();
        await pressInBar(page, 'Selecionar os 3 do filtro');
        await expect(page.getByText('3 selecionados · 1 sem anúncio')).toBeVisible();
        await pressInBar(page, 'Compartilhar 2 anúncios');
        await expect(notice(page, '2 links copiados. 1 imóvel que não está anunciado ficou de fora.')).toBeVisible();
        expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toHaveLength(2);
        await page.getByRole('button', { name: 'Limpar seleção' }).click();
      });

      await test.step('the filtered list as a spreadsheet', async () => {
        await pressInHead(page, 'Exportar');
        const [saved] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: 'Planilha (XLSX)' }).click(),
        ]);
        expect(saved.suggestedFilename()).toMatch(/^imoveis.*\.xlsx$/);
      });

      await page.goto(`/app/properties?id=${rented}`);
      await expect(cards).toHaveCount(1);
    });

    test(
      'the window saves two sections at once, and keeps the order of characteristics and fees',
      LONG,
      async ({ page, call }) => {
        const id = await property(call);
        const detail = () => call<Detail>('GET', `/property/${id}/admin`);
        await page.goto(`/app/properties?id=${id}`);
        await page.getByRole('button', { name: /^Abrir Rua/ }).click();
        const record = page.getByRole('dialog', { name: `Imóvel ${id}` });
        await expect(record).toContainText('Helena Antunes');
        await expect(record).toContainText('Não possui inquilino');
        const save = async () => {
          await record.getByRole('button', { name: 'Salvar alterações' }).click();
          await expect(record.getByRole('button', { name: 'Salvar alterações' })).toBeHidden();
        };
        await expect(record.getByRole('button', { name: 'Salvar alterações' })).toBeHidden();

        await test.step('two sections', async () => {
          await record.getByLabel('Preço').fill('2300');
          await record.getByRole('tab', { name: 'Informações' }).click();
          await record.getByLabel('Descrição').fill('Quinto andar, sol da manhã.');
          await record.getByRole('button', { name: 'Salvar alterações' }).click();
          await expect(record.getByText('Informe a área construída')).toBeVisible();
          await record.getByLabel('Área do terreno').fill('0');
          await record.getByLabel('Área construída').fill('92,5');
          await record.getByLabel('Energisa').fill('1234-5');
          await record.getByLabel('Copasa').fill('não tem');
          await save();
          await expect(notice(page, 'Imóvel atualizado!')).toBeVisible();
          expect(await detail()).toMatchObject({
            price: 2300,
            information: { description: 'Quinto andar, sol da manhã.' },
          });
        });

        await test.step('a sale asks for its captador and its commission', async () => {
          await record.getByRole('tab', { name: 'Dados gerais' }).click();
          await record.getByRole('combobox', { name: 'Transação' }).click();
          await page.getByRole('option', { name: 'Venda', exact: true }).click();
          await record.getByRole('button', { name: 'Salvar alterações' }).click();
          await expect(record.getByText('Informe o captador')).toBeVisible();
          await expect(record.getByText('Informe a comissão')).toBeVisible();
          await record.getByRole('combobox', { name: 'Transação' }).click();
          await page.getByRole('option', { name: 'Aluguel', exact: true }).click();
          await expect(record.getByLabel('Captador')).toBeHidden();
        });

        await test.step('characteristics: several at once, ordered by keyboard, removed', async () => {
          await record.getByRole('tab', { name: /^Características/ }).click();
          await record.getByRole('button', { name: 'Adicionar' }).click();
          await expect(record.getByText('Informe o nome')).toBeVisible();
          await record.getByLabel('Nova característica').fill('Varanda, Elevador, Piscina, varanda');
          await record.getByRole('button', { name: 'Adicionar' }).click();
          await save();
          const names = record.getByRole('list', { name: 'Características' }).getByRole('listitem');
          await expect(names).toHaveText(['Varanda', 'Elevador', 'Piscina']);
          await record.getByRole('button', { name: 'Ordenar Varanda' }).focus();
          await carry(page, 'ArrowRight');
          await expect(names).toHaveText(['Elevador', 'Varanda', 'Piscina']);
          await expect(async () =>
            expect((await detail()).features.map(({ name }) => name)).toEqual(['Elevador', 'Varanda', 'Piscina']),
          ).toPass();
          await expect(record.getByRole('button', { name: 'Ordenar Varanda' })).toBeFocused();
          await record.getByRole('button', { name: 'Remover Varanda' }).click();
          await expect(names).toHaveText(['Elevador', 'Piscina']);
          await notice(page, 'Característica removida: Varanda').getByRole('button', { name: 'Desfazer' }).click();
          await expect(names).toHaveText(['Elevador', 'Varanda', 'Piscina']);
          await record.getByRole('button', { name: 'Remover Elevador' }).click();
          await expect(names).toHaveText(['Varanda', 'Piscina']);
        });

        await test.step('fees: added, ordered, removed', async () => {
          await record.getByRole('tab', { name: /^Taxas/ }).click();
          for (const [name, price] of [
            ['Condomínio', '480'],
            ['IPTU', '112,4'],
          ] as const) {
            await record.getByRole('button', { name: 'Adicionar taxa' }).click();
            await expect(record.getByRole('textbox', { name: 'Nome' }).last()).toBeFocused();
            await page.keyboard.type(name);
            await record.getByRole('button', { name: 'Salvar alterações' }).click();
            await expect(record.getByText('Informe o valor')).toBeVisible();
            await record.getByRole('textbox', { name: 'Valor' }).last().fill(price);
          }
          await save();
          // Unsaved input survives the reordering of another row.
          await record.getByRole('textbox', { name: 'Valor' }).first().fill('500');
          await record.getByRole('button', { name: 'Ordenar Condomínio' }).focus();
          await carry(page, 'ArrowDown');
          await expect(record.getByRole('textbox', { name: 'Nome' }).first()).toHaveValue('IPTU');
          await expect(record.getByRole('textbox', { name: 'Valor' }).last()).toHaveValue(/500,00/);
          await save();
          expect(await detail()).toMatchObject({
            fees: [
              { name: 'IPTU', price: 112.4 },
              { name: 'Condomínio', price: 500 },
            ],
          });
          await record.getByRole('button', { name: 'Remover IPTU' }).click();
          await expect(record.getByRole('textbox', { name: 'Nome' })).toHaveCount(1);
          await settleRemoval(page, 'Taxa removida: IPTU');
          await expect.poll(async () => (await detail()).fees.map(({ name }) => name)).toEqual(['Condomínio']);
        });

        await test.step('leaving asks for confirmation with unsaved changes', async () => {
          await record.getByRole('textbox', { name: 'Nome' }).fill('Condomínio do bloco');
          await record.getByRole('button', { name: 'Fechar' }).last().click();
          await page.getByRole('button', { name: 'Descartar alterações' }).click();
          await expect(record).toBeHidden();
          await expect(page).not.toHaveURL(/open=/);
        });
      },
    );

    test(
      'photographs are uploaded together, rotated and resized, ordered, enlarged and removed',
      LONG,
      async ({ page, call }) => {
        test.setTimeout(120_000);
        const id = await property(call);
        const detail = () => call<Detail>('GET', `/property/${id}/admin`);
        await page.goto(`/app/properties?open=${id}&tab=imagens`);
        const record = page.getByRole('dialog', { name: `Imóvel ${id}` });
        const photos = record.getByRole('list', { name: 'Imagens' }).getByRole('listitem');
        const chooser = record.getByLabel('Escolher fotos').and(page.locator('input'));

        await chooser.setInputFiles({
          name: 'contrato.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from('%PDF-'),
        });
        await expect(notice(page, 'Arquivo não suportado')).toBeVisible();

        const sizes: number[] = [];
        page.on('request', async (request) => {
          if (request.method() === 'PUT') sizes.push((await request.sizes()).requestBodySize);
        });
        // Files of several megabytes: a busy machine needs time to transfer them to the browser.
        await chooser.setInputFiles(
          [
            await photograph('fachada.jpg', '#0f606d'),
            await photograph('sala.jpg', '#934d2c', 6),
            await photograph('quarto.jpg', '#1e5ba1'),
          ],
          { timeout: 30_000 },
        );
        await expect(
          record.getByRole('list', { name: 'Arquivos em envio' }).getByRole('listitem').first(),
        ).toBeVisible();
        await expect(notice(page, 'Imagens enviadas com sucesso')).toBeVisible({ timeout: 60_000 });
        await expect(photos).toHaveCount(3);
        await expect(photos.first()).toContainText('Capa');
        await expect(async () =>
          expect((await detail()).images.map(({ name, width, height }) => [name, width, height])).toEqual([
            ['fachada.jpg', 1920, 1280],
            ['sala.jpg', 1280, 1920],
            ['quarto.jpg', 1920, 1280],
          ]),
        ).toPass();
        expect(sizes.length).toBe(3);
        expect(Math.max(...sizes)).toBeLessThan(601_000);

        await record.getByRole('button', { name: 'Ordenar foto 1' }).focus();
        await carry(page, 'ArrowRight');
        await expect(async () =>
          expect((await detail()).images.map(({ name }) => name)).toEqual(['sala.jpg', 'fachada.jpg', 'quarto.jpg']),
        ).toPass();

        await test.step('enlarged, by keyboard', async () => {
          await record.getByRole('button', { name: 'Ampliar foto 2' }).focus();
          await page.keyboard.press('Enter');
          const large = page.getByRole('dialog', { name: 'Fotos em tamanho grande' });
          await expect(large.getByText('2 / 3')).toBeVisible();
          await expect(large.getByRole('img', { name: /^Foto 2 de Rua/ })).toBeVisible();
          await expectAccessible(page);
          await page.keyboard.press('ArrowRight');
          await expect(large.getByText('3 / 3')).toBeVisible();
          await page.keyboard.press('Escape');
          await expect(large).toBeHidden();
          await expect(record.getByRole('button', { name: 'Ampliar foto 2' })).toBeFocused();
        });

        const kept = async () => (await detail()).images.map(({ name }) => name);
        await record.getByRole('button', { name: 'Remover foto 2' }).click();
        await expect(photos).toHaveCount(2);
        // Reordered meanwhile: a restored photograph returns to its place. A notice under the pointer stays.
        await notice(page, 'Foto 2 removida').getByRole('button', { name: 'Desfazer' }).hover();
        await record.getByRole('button', { name: 'Ordenar foto 1' }).focus();
        await carry(page, 'ArrowRight');
        await expect.poll(kept).toEqual(['quarto.jpg', 'fachada.jpg', 'sala.jpg']);
        await notice(page, 'Foto 2 removida').getByRole('button', { name: 'Desfazer' }).click();
        await expect(photos).toHaveCount(3);
        await expect(photos.nth(1).locator('img')).toHaveAttribute('title', 'fachada.jpg');

        for (const place of [1, 3]) await record.getByRole('checkbox', { name: `Escolher foto ${place}` }).check();
        await record.getByRole('button', { name: 'Remover 2 fotos' }).click();
        await expect(photos).toHaveCount(1);
        await settleRemoval(page, '2 fotos removidas');
        await expect.poll(kept).toEqual(['fachada.jpg']);
      },
    );

    test('a photograph refused by the server is retried, or discarded', LONG, async ({ page, call }) => {
      const id = await property(call);
      await page.goto(`/app/properties/info/${id}?tab=imagens`);
      await page.route('**/api/property/*/images', (route) => route.abort(), { times: 1 });
      const chooser = page.getByLabel('Escolher fotos').and(page.locator('input'));
      await chooser.setInputFiles([await photograph('fachada.jpg', '#0f606d')]);
      await expect(notice(page, 'Não foi possível enviar uma das imagens')).toBeVisible();
      const sending = page.getByRole('list', { name: 'Arquivos em envio' });
      await expect(sending).toContainText('Sem conexão com o servidor.');
      await page.getByRole('button', { name: 'Tentar de novo: fachada.jpg' }).click();
      await expect(notice(page, 'Imagem enviada com sucesso')).toBeVisible();
      await expect(sending).toBeHidden();

      // A file name does not make an image: the server checks the content.
      await chooser.setInputFiles({ name: 'falsa.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') });
      await expect(sending).toContainText('Não enviada');
      await page.getByRole('button', { name: 'Cancelar envio de falsa.jpg' }).click();
      await expect(sending).toBeHidden();
      await expect(page.getByRole('list', { name: 'Imagens' }).getByRole('listitem')).toHaveCount(1);
    });

    test('cloned, deleted, and kept while in a contract', LONG, async ({ page, call }) => {
      const id = await property(call);
      await page.goto(`/app/properties?open=${id}`);
      await expect(page.getByRole('dialog', { name: `Imóvel ${id}` })).toContainText('Helena Antunes');
      await act(page, 'Clonar imóvel');
      const question = page.getByRole('dialog', { name: 'Clonar imóvel' });
      await expect(question).toContainText('Tem certeza que deseja clonar o imóvel?');
      await question.getByRole('button', { name: 'Clonar imóvel' }).click();
      await expect(notice(page, 'Dados clonados.')).toBeVisible();
      const copy = page.getByRole('dialog', { name: /^Imóvel \d+/ });
      await expect(copy).toContainText('Indisponível');
      await expect(page).not.toHaveURL(new RegExp(`open=${id}\\b`));

      await act(page, 'Deletar imóvel');
      const deletion = page.getByRole('dialog', { name: 'Deletar imóvel' });
      await expect(deletion).toContainText(/Tem certeza que deseja deletar .* Esta ação não poderá ser desfeita/);
      await deletion.getByRole('button', { name: 'Deletar imóvel' }).click();
      await expect(notice(page, 'O imóvel foi deletado')).toBeVisible();
      await expect(copy).toBeHidden();

      await call('POST', '/proposal/manual', {
        ...{ user_id: await owner(call, 'Bruno Costa'), property_id: id, current_price: 2140, commission: 10 },
        ...{ transfer_date: 5, guarantee: 'OTHER', start_date: '2026-11-01', end_date: '2029-04-30' },
        ...{ bank_code: '001', bank_full_name: 'Helena Antunes', bank_account: '51782-8', bank_agency: '0024-8' },
        next_readjustment: '2027-11-01',
      });
      await page.goto(`/app/properties/info/${id}`);
      await expect(page.getByText('Alugado', { exact: true })).toBeVisible();
      await expect(page.getByText('Bruno Costa')).toBeVisible();
      await act(page, 'Deletar imóvel');
      await page
        .getByRole('dialog', { name: 'Deletar imóvel' })
        .getByRole('button', { name: 'Deletar imóvel' })
        .click();
      const instead = page.getByRole('dialog', { name: 'Tornar indisponível' });
      await expect(instead).toContainText('Este imóvel tem contrato e não pode ser deletado.');
      await instead.getByRole('button', { name: 'Tornar indisponível' }).click();
      await expect(notice(page, 'Situação do imóvel atualizado com sucesso!')).toBeVisible();
      await expect(page.getByText('Indisponível', { exact: true })).toBeVisible();
    });

    test('requests are approved, or refused with a reason', LONG, async ({ page, call }) => {
      const street = `Rua ${tag()}`;
      const wanted = await property(call, { street, status: 'PENDING' });
      const unwanted = await property(call, { street: `${street} Fundos`, status: 'PENDING' });

      await page.goto('/app/properties');
      await pressInHead(page, /^Pendentes/);
      await expect(page.getByRole('heading', { name: 'Imóveis pendentes' })).toBeVisible();
      await page.getByRole('searchbox', { name: 'Endereço ou proprietário' }).fill(street);
      await expect(page).toHaveURL(/query=/);
      await expect(page.getByRole('link', { name: /^Mais detalhes/ })).toHaveCount(2);
      await expectAccessible(page);
      await page.getByRole('link', { name: `Mais detalhes de ${street}, 915` }).click();
      await expect(page.getByText('Pendente', { exact: true })).toBeVisible();
      const question = page.getByRole('dialog', { name: 'Aprovar imóvel' });
      const changed = notice(page, 'Situação do imóvel atualizado com sucesso!');
      const approve = async () => {
        await page.getByRole('button', { name: 'Aprovar' }).click();
        await question.getByRole('button', { name: 'Aprovar imóvel' }).click();
        await expect(changed.last()).toBeVisible();
        await expect(page.getByText('Disponível', { exact: true })).toBeVisible();
      };
      await approve();
      await changed.getByRole('button', { name: 'Desfazer' }).click();
      await expect(page.getByText('Pendente', { exact: true })).toBeVisible();
      await approve();
      await expect(page.getByRole('button', { name: 'Aprovar' })).toBeHidden();
      expect((await call<Detail>('GET', `/property/${wanted}/admin`)).status).toBe('AVAILABLE');

      await page.goto(`/app/properties/info/${unwanted}`);
      await pressInHead(page, 'Reprovar');
      const refusal = page.getByRole('dialog', { name: 'Reprovar imóvel' });
      await refusal.getByRole('button', { name: 'Reprovar imóvel' }).click();
      await expect(refusal.getByText('Informe o motivo')).toBeVisible();
      await refusal.getByLabel('Motivo').fill('As fotos não mostram o imóvel.');
      await refusal.getByRole('button', { name: 'Reprovar imóvel' }).click();
      await expect(page.getByText('Motivo: As fotos não mostram o imóvel.')).toBeVisible();
      expect(await call<Detail>('GET', `/property/${unwanted}/admin`)).toMatchObject({
        status: 'UNAVAILABLE',
        reason: 'As fotos não mostram o imóvel.',
      });
    });

    test('owners are linked with a share, the first as the main one, and unlinked', LONG, async ({ page, call }) => {
      const [id, name] = [await property(call), `Vera ${tag()}`];
      await owner(call, name);
      await page.goto(`/app/properties/info/${id}`);
      await page.getByRole('button', { name: 'Proprietários do imóvel' }).click();
      const owners = page.getByRole('dialog', { name: 'Proprietários' });
      await expect(owners.getByRole('listitem')).toContainText(['Principal']);
      await owners.getByRole('button', { name: 'Vincular' }).click();
      await expect(owners.getByText('Informe o proprietário')).toBeVisible();
      await owners.getByRole('combobox', { name: 'Vincular proprietário' }).fill(name);
      await page.getByRole('option', { name }).click();
      await owners.getByRole('textbox', { name: 'Parte' }).fill('40');
      await owners.getByRole('button', { name: 'Vincular' }).click();
      await expect(notice(page, 'Imóvel atualizado!')).toBeVisible();
      await expect(owners.getByRole('listitem')).toContainText(['60%', '40%']);
      await owners.getByRole('button', { name: 'Remover proprietário Helena Antunes' }).click();
      await page
        .getByRole('dialog', { name: 'Remover proprietário' })
        .getByRole('button', { name: 'Remover proprietário' })
        .click();
      await expect(owners.getByRole('listitem')).toHaveCount(1);
      await expect(owners.getByRole('listitem')).toContainText('Principal');
      await owners.getByRole('button', { name: `Remover proprietário ${name}` }).click();
      await page
        .getByRole('dialog', { name: 'Remover proprietário' })
        .getByRole('button', { name: 'Remover proprietário' })
        .click();
      await expect(owners.getByText('Não há proprietários vinculados no imóvel.')).toBeVisible();
    });

    test('registered on its own page, and in the drawer', LONG, async ({ page, call }) => {
      const [street, name] = [`Rua ${tag()}`, `Caio ${tag()}`];
      await owner(call, name);
      const select = async (label: string, option: string) => {
        await page.getByRole('combobox', { name: label }).last().click();
        await page.getByRole('option', { name: option, exact: true }).click();
      };
      const fill = async () => {
        await select('Transação', 'Aluguel');
        await select('Categoria', 'Casa');
        await page.getByRole('textbox', { name: 'Preço' }).fill('3100');
        await page.getByRole('combobox', { name: 'Proprietário' }).fill(name);
        await page.getByRole('option', { name }).click();
        await page.getByRole('checkbox', { name: 'Imóvel no exterior' }).check();
        await page.getByRole('textbox', { name: 'Rua' }).fill(street);
        await page.getByRole('textbox', { name: 'Número' }).fill('40');
        await page.getByRole('textbox', { name: 'Bairro' }).fill('Alfama');
        await page.getByRole('textbox', { name: 'Cidade' }).fill('Lisboa');
        await page.getByRole('textbox', { name: 'País' }).fill('Portugal');
      };

      await page.goto('/app/properties/register');
      await page.getByRole('button', { name: 'Cadastrar imóvel' }).click();
      for (const words of [
        'Informe o tipo',
        'Informe a locação',
        'Informe o preço',
        'Informe o proprietário',
        'Informe o Número',
        'Informe o CEP',
        'Informe a Cidade',
        'Informe o Estado',
      ])
        await expect(page.getByText(words)).toBeVisible();
      await fill();
      await page.getByRole('button', { name: 'Cadastrar imóvel' }).click();
      await expect(notice(page, 'Imóvel adicionado, o código dele é')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${street}, 40`);

      await follow(page, '/properties');
      await page.getByRole('button', { name: 'Novo imóvel' }).click();
      const drawer = page.getByRole('dialog', { name: 'Novo imóvel' });
      await drawer.getByRole('button', { name: 'Cadastrar imóvel' }).click();
      await expect(drawer.getByText('Informe o proprietário')).toBeVisible();
      await fill();
      await drawer.getByRole('button', { name: 'Cadastrar imóvel' }).click();
      await expect(page.getByRole('dialog', { name: /^Imóvel \d+/ })).toContainText(`${street}, 40`);
    });

    test('visits, and the parts hidden without a permission', LONG, async ({ page, call, staffWith, enter }) => {
      const id = await property(call);
      const pending = await property(call, { status: 'PENDING' });
      const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
      const visit = { property_id: id, phone: '32988412076', date: '2026-11-23' } as const;
      await db
        .insertInto('schedule')
        .values([
          { ...visit, name: 'Rui Sales', shift: 'AM', status: 'CONFIRMED' },
          { ...visit, name: 'Lia Nunes', shift: 'PM', status: 'RETURNED' },
        ])
        .execute();
      await db.destroy();

      await page.goto(`/app/properties/info/${id}?tab=visitas`);
      const entry = (name: string) => page.getByRole(screen === 'phone' ? 'listitem' : 'row').filter({ hasText: name });
      for (const words of ['Manhã', '23/11/2026', 'Confirmado']) await expect(entry('Rui Sales')).toContainText(words);
      for (const words of ['Tarde', 'Retornado / Finalizado']) await expect(entry('Lia Nunes')).toContainText(words);
      await page.goto(`/app/properties/info/${pending}?tab=visitas`);
      await expect(page.getByText('Nenhuma visita')).toBeVisible();

      await removeSession(page);
      await enter(`/properties?open=${id}`, await staffWith('PROPERTY_VIEW'));
      const record = page.getByRole('dialog', { name: `Imóvel ${id}` });
      await expect(record.getByRole('tabpanel').getByText('Preço', { exact: true })).toBeVisible();
      await expect(record.getByRole('textbox')).toHaveCount(0);
      for (const name of ['Alterar situação', 'Mais ações', 'Deletar imóvel', 'Clonar imóvel'])
        await expect(record.getByRole('button', { name })).toHaveCount(0);
      await record.getByRole('tab', { name: /^Imagens/ }).click();
      await expect(record.getByRole('button', { name: 'Escolher fotos' })).toHaveCount(0);
      await expect(record.getByText('Nenhuma imagem')).toBeVisible();
      await record.getByRole('tab', { name: /^Taxas/ }).click();
      await expect(record.getByRole('button', { name: 'Adicionar taxa' })).toHaveCount(0);
      for (const name of ['Novo imóvel', 'Pendentes', 'Importar planilha'])
        await expect(page.getByText(name, { exact: true })).toHaveCount(0);
      await page.goto(`/app/properties/info/${id}`);
      await expect(page.getByRole('tab', { name: 'Principal' })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Visitas' })).toHaveCount(0);
      await page.goto('/app/properties/requests');
      await expect(page).toHaveURL(/\/app\/$/);

      await removeSession(page);
      await enter(`/properties/info/${id}`, await staffWith('PROPOSAL_VIEW'));
      await expect(page.getByRole('tab')).toHaveText(['Principal', /^Imagens/]);
      await expect(page.getByText('Inquilino')).toHaveCount(0);

      await removeSession(page);
      await enter(`/properties/requests`, await staffWith('PROPERTY_REQUESTS_VIEW'));
      await expect(page.getByRole('link', { name: /^Mais detalhes/ }).first()).toBeVisible();
      await page.goto(`/app/properties/info/${pending}`);
      await expect(page.getByText('Pendente', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Aprovar' })).toHaveCount(0);
      await page.goto(`/app/properties/info/${id}`);
      await expect(page.getByRole('alert')).toContainText('Não encontramos o imóvel');
    });

    test('concurrent saves are merged', LONG, async ({ page, call }) => {
      const id = await property(call);
      await call('PUT', `/property/${id}/fees`, { data: [{ name: 'IPTU', price: 90 }] });
      await page.goto(`/app/properties?open=${id}`);
      const record = page.getByRole('dialog', { name: `Imóvel ${id}` });
      await record.getByLabel('Quartos').fill('4');
      await record.getByRole('tab', { name: /^Taxas/ }).click();
      await record.getByRole('textbox', { name: 'Valor' }).fill('100');
      await record.getByRole('button', { name: 'Adicionar taxa' }).click();
      await record.getByRole('textbox', { name: 'Nome' }).last().fill('Seguro');
      await record.getByRole('textbox', { name: 'Valor' }).last().fill('30');
      await call('PATCH', `/property/${id}`, { garage: 5 });
      await call('PUT', `/property/${id}/fees`, {
        data: [
          { name: 'IPTU', price: 95 },
          { name: 'Condomínio', price: 480 },
        ],
      });
      await record.getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(record.getByText(/^Mariana Dias salvou este cadastro às/)).toBeVisible();
      await record.getByRole('button', { name: 'Comparar' }).click();
      await record.getByRole('tab', { name: /^Taxas/ }).click();
      await expect(record.getByRole('textbox', { name: 'Nome' })).toHaveCount(3);
      await expect(record.getByRole('textbox', { name: 'Valor' }).first()).toHaveValue(/100,00/);
      await expect(record.getByText('Outra pessoa salvou: IPTU, R$ 95,00')).toBeVisible();
      await record.getByRole('button', { name: 'Usar este' }).click();
      await record.getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(notice(page, 'Imóvel atualizado!')).toBeVisible();
      const saved = await call<Detail>('GET', `/property/${id}/admin`);
      expect(saved).toMatchObject({ bedrooms: 4, garage: 5 });
      expect(saved.fees.map(({ name, price }) => [name, price])).toEqual([
        ['IPTU', 95],
        ['Seguro', 30],
        ['Condomínio', 480],
      ]);
    });

    test('no accessibility violation', LONG, async ({ page, call }) => {
      test.setTimeout(120_000);
      const id = await property(call, { status: 'PENDING' });
      await call('PUT', `/property/${id}/features`, { data: ['Varanda', 'Elevador'] });
      await call('PUT', `/property/${id}/fees`, { data: [{ name: 'IPTU', price: 90 }] });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.goto(`/app/properties?id=${id}`);
        await page.getByRole('checkbox').first().check();
        await expect(page.getByText('1 selecionado')).toBeVisible();
        await expectAccessible(page);
        for (const path of [`/properties?open=${id}`, `/properties/info/${id}`]) {
          await page.goto(STAFF_PATH + path);
          for (const tab of await page.getByRole('tab').all()) {
            await tab.click();
            await expect(page.getByRole('tabpanel').getByRole('status', { name: /^Carregando/ })).toHaveCount(0);
            await expectAccessible(page);
          }
        }
        await page.getByRole('button', { name: 'Proprietários do imóvel' }).click();
        await expect(page.getByRole('dialog', { name: 'Proprietários' })).toBeVisible();
        await expectAccessible(page);
      }
    });
  });
}
