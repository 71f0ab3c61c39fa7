import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { renderPage } from './render.tsx';

test('a panel whose code can not be loaded leaves what is around it, and is tried again', async () => {
  let connected = false;
  const Fees = lazyPanel(
    'as taxas',
    async () => {
      if (!connected) throw new TypeError('Failed to fetch dynamically imported module');
      return ({ name }: { name: string }) => <p>Taxas de {name}</p>;
    },
    (Fees) => Fees,
  );
  await renderPage(() => {
    const [phone, setPhone] = useState('');
    return (
      <>
        <input aria-label="Telefone" value={phone} onChange={(event) => setPhone(event.target.value)} />
        <Fees name={`Aurora ${phone}`} />
      </>
    );
  });
  await page.getByLabelText('Telefone').fill('32999990000');
  await expect.element(page.getByRole('alert').getByText('Não foi possível carregar as taxas')).toBeVisible();
  await expect.element(page.getByLabelText('Telefone')).toHaveValue('32999990000');

  connected = true;
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('Taxas de Aurora 32999990000')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a window whose code can not be loaded says so and closes, what is typed under it stays, and the next opening loads it', async () => {
  let connected = false;
  const Late = lazyWindow(
    async () => {
      if (!connected) throw new TypeError('Failed to fetch dynamically imported module');
      return ({ onClose }: { onClose: () => void }) => (
        <RecordWindow title="Avisos" onClose={onClose}>
          Nenhum
        </RecordWindow>
      );
    },
    (Window) => Window,
  );
  await renderPage(() => {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <input aria-label="Telefone" />
        <button type="button" onClick={() => setOpened(true)}>
          Ver avisos
        </button>
        {opened && <Late onClose={() => setOpened(false)} />}
      </>
    );
  });
  await page.getByLabelText('Telefone').fill('32999990000');
  await page.getByRole('button', { name: 'Ver avisos' }).click();
  await expect
    .element(
      page
        .getByRole('alert')
        .getByText(/não pôde ser carregada|Sem conexão|versão nova/)
        .first(),
    )
    .toBeVisible();
  await expect.element(page.getByLabelText('Telefone')).toHaveValue('32999990000');

  connected = true;
  await page.getByRole('button', { name: 'Ver avisos' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Avisos' })).toBeVisible();
});

test('what fails inside a window leaves the page and its input', async () => {
  const Broken = ({ broken }: { broken: boolean }) => {
    if (broken) throw new Error('drawn wrong');
    return <p>Taxas</p>;
  };
  await renderPage(() => {
    const [broken, setBroken] = useState(false);
    return (
      <>
        <input aria-label="Telefone" defaultValue="32999990000" />
        <RecordWindow title="Imóvel" onClose={() => {}}>
          <button type="button" onClick={() => setBroken(true)}>
            Quebrar
          </button>
          <Broken broken={broken} />
        </RecordWindow>
      </>
    );
  });
  await page.getByRole('button', { name: 'Quebrar' }).click();
  await expect.element(page.getByText('Não foi possível carregar o conteúdo desta janela')).toBeVisible();
  expect(document.querySelector<HTMLInputElement>('[aria-label="Telefone"]')?.value).toBe('32999990000');
});
