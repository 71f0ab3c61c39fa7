import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lazyPanel } from '#web/ui/feedback/lazy-panel.tsx';
import { renderPage } from './render.tsx';

test('a panel whose code can not be loaded leaves what is around it, and is tried again', async () => {
  let connected = false;
  const Fees = lazyPanel('as taxas', async () => {
    if (!connected) throw new TypeError('Failed to fetch dynamically imported module');
    return ({ name }: { name: string }) => <p>Taxas de {name}</p>;
  });
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
