import { Button } from '@mantine/core';
import type { RulerStep } from '@morada/contract/collection/collection';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exceptionQuery, rulerQuery } from '#web/features/collection/collection-queries.ts';
import { ExceptionWindow } from '#web/features/collection/exception-window.tsx';
import { RecoveryCodes } from '#web/features/session/recovery-codes.tsx';
import { queryClient } from '#web/lib/api/query-client.ts';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { renderPage } from './render.tsx';

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('recovery codes are not lost by Escape', async () => {
  await renderPage(() => {
    const [shown, setShown] = useState(false);
    const close = () => setShown(false);
    return (
      <>
        <Button onClick={() => setShown(true)}>Gerar novos códigos</Button>
        {shown && (
          <RecordWindow title="Códigos de recuperação" onClose={close}>
            <RecoveryCodes codes={['ABCD-EFGH']} onDone={close} />
          </RecordWindow>
        )}
      </>
    );
  });
  await press('Gerar novos códigos');
  await expect.element(page.getByText('ABCD-EFGH')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Sair sem guardar os códigos' })).toBeVisible();
  await press('Cancelar');
  await expect.element(page.getByText('ABCD-EFGH')).toBeVisible();
  await press('Já guardei');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

const step = (id: number, days: number): RulerStep & { id: number } => ({
  ...{ id, days, action: 'MESSAGE', recipients: 'TENANT', channels: null },
  ...{ subject: `Aviso ${id}`, body: 'A fatura vence em breve.' },
});

test("edited steps of a contract's ruler are asked about before the window closes", async () => {
  queryClient.setQueryData(exceptionQuery(5).queryKey, {
    mode: 'OWN',
    reason: 'Combinado com o inquilino',
    steps: [step(1, -5), step(2, 3)],
  });
  const ruler = { active: true, since: null, steps: [step(8, 1)] };
  queryClient.setQueryData(rulerQuery.queryKey, { data: ruler, version: '"1"' });
  await renderPage(() => {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <Button onClick={() => setOpened(true)}>Mudar a régua</Button>
        {opened && <ExceptionWindow contract={5} onClose={() => setOpened(false)} />}
      </>
    );
  });
  await press('Mudar a régua');
  await page
    .getByRole('button', { name: /^Editar passo/ })
    .first()
    .click();
  await press('Remover passo');
  await press('Remover o passo');
  await expect.element(page.getByText('Aviso 1')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Descartar alterações' })).toBeVisible();
});
