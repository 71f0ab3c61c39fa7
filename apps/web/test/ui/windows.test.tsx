import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import type { Question } from '#web/ui/overlay/confirm-window.tsx';
import { FormWindow, RecordWindow } from '#web/ui/overlay/windows.tsx';
import { LONG } from './long.ts';
import { renderPage } from './render.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });

const QUESTION = { title: 'Deletar fatura', body: 'A fatura será apagada.', verb: 'Deletar', danger: true };

/** A page with one button that asks; answers are recorded. */
async function renderQuestion(question: Partial<Question> = {}) {
  const answered = vi.fn();
  await renderPage(() => {
    const confirm = useConfirm();
    return <Button onClick={async () => answered(await confirm({ ...QUESTION, ...question }))}>Excluir</Button>;
  });
  await button('Excluir').click();
  await expect.element(dialog('Deletar fatura').getByText('A fatura será apagada.')).toBeVisible();
  return answered;
}

test.for([
  ['a form', FormWindow],
  ['a record', RecordWindow],
] as const)('the question mark of %s stands in the head of its window, beside the cross', async ([, Window]) => {
  await renderPage(() => (
    <Window title="Nova movimentação" terms={['movimentation']} onClose={vi.fn()} actions={{ close: 'Cancelar' }}>
      <p>Conteúdo</p>
    </Window>
  ));
  const window = dialog('Nova movimentação');
  const ask = window.getByRole('button', { name: /^O que é/ });
  await expect.element(ask).toBeVisible();
  const place = (of: Element) => of.getBoundingClientRect();
  const [mark, cross, text, title] = [
    ...[ask, window.getByRole('button', { name: 'Fechar' }), window.getByText('Conteúdo')],
    window.getByText('Nova movimentação'),
  ].map((one) => place(one.element()));
  expect(mark?.right).toBeLessThanOrEqual(cross?.left ?? 0);
  expect(mark?.left).toBeGreaterThanOrEqual(title?.right ?? Infinity);
  expect(mark?.bottom).toBeLessThanOrEqual(text?.top ?? 0);
  expect(Math.abs((mark?.y ?? 0) + (mark?.height ?? 0) / 2 - (cross?.y ?? 0) - (cross?.height ?? 0) / 2)).toBeLessThan(
    4,
  );
});

test('a question holds the focus, Escape refuses it and the focus returns', async () => {
  const answered = await renderQuestion();
  for (let press = 0; press < 3; press++) {
    await userEvent.tab();
    expect(dialog('Deletar fatura').element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('Deletar fatura')).not.toBeInTheDocument();
  await expect.element(button('Excluir')).toHaveFocus();
  expect(answered.mock.calls).toEqual([[false]]);
});

test.for([
  ['Cancelar', false],
  ['Deletar', true],
] as const)("a question's %s answers %s", async ([name, yes]) => {
  const answered = await renderQuestion();
  await button(name).click();
  await expect.poll(() => answered.mock.calls).toEqual([[yes]]);
  await expect.element(button('Excluir')).toHaveFocus();
});

test('a question stays open while its action runs, and after a failure', async () => {
  let fail = (_: Error) => {};
  const running = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const answered = await renderQuestion({ run: () => running });
  await button('Deletar').click();
  await expect.element(button('Deletar')).toHaveAttribute('data-loading', 'true');
  await expect.element(button('Cancelar')).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  fail(new Error('no answer'));
  await expect.element(page.getByRole('alert').getByText('Algo não saiu como esperado. Tente de novo.')).toBeVisible();
  await expect.element(button('Cancelar')).toBeEnabled();
  expect(answered).not.toHaveBeenCalled();
});

test('a refused action offers the alternative in the same window', async () => {
  const closed = vi.fn(async () => {});
  const answered = await renderQuestion({
    run: () => Promise.reject(new Error('paid')),
    otherwise: () => ({ title: 'Encerrar contrato', body: 'Há pagamentos.', verb: 'Encerrar', run: closed }),
  });
  await button('Deletar').click();
  await expect.element(dialog('Encerrar contrato').getByRole('alert')).toHaveTextContent('Há pagamentos.');
  await button('Encerrar').click();
  await expect.poll(() => answered.mock.calls).toEqual([[true]]);
  expect(closed).toHaveBeenCalledOnce();
});

/** A page whose button opens a window with a form, which may open a second window over it. */
const renderWindow = (Window: typeof FormWindow | typeof RecordWindow) =>
  renderPage(() => {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>Novo cliente</Button>
        {open && (
          <ClientWindow Window={Window} onClose={() => setOpen(false)}>
            <Inner />
          </ClientWindow>
        )}
      </>
    );
  });

type ClientWindowProps = {
  Window: typeof FormWindow | typeof RecordWindow;
  onClose: () => void;
  children: ReactNode;
};

function ClientWindow({ Window, onClose, children }: ClientWindowProps) {
  const form = useForm(z.object({ name: z.string() }), {
    defaultValues: { name: '' },
    submit: async () => {},
    onSaved: onClose,
  });
  const primary = { label: 'Salvar', onClick: form.save };
  return (
    <Window title="Novo cliente" onClose={onClose} actions={{ primary, close: 'Cancelar' }}>
      <Form form={form}>
        <TextField form={form} name="name" label="Nome" />
      </Form>
      {children}
    </Window>
  );
}

function Inner() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Endereço</Button>
      {open && (
        <RecordWindow title="Endereço do cliente" onClose={() => setOpen(false)}>
          Rua das Flores, 10
        </RecordWindow>
      )}
    </>
  );
}

type Kind = readonly [name: string, Window: typeof FormWindow | typeof RecordWindow];
const DRAWER: Kind = ['drawer', FormWindow];
const MODAL: Kind = ['modal', RecordWindow];
const client = dialog('Novo cliente');
const name = client.getByLabelText('Nome');

async function closesInEachWay([, Window]: Kind) {
  await renderWindow(Window);
  const ways = [() => userEvent.keyboard('{Escape}'), () => button('Fechar').click(), () => button('Cancelar').click()];
  for (const close of ways) {
    await button('Novo cliente').click();
    await expect.element(client).toBeVisible();
    await close();
    await expect.element(client).not.toBeInTheDocument();
    await expect.element(button('Novo cliente')).toHaveFocus();
  }
}

test.for([DRAWER])('a %s closes by Escape, by its cross and by its foot, and gives the focus back', closesInEachWay);
test.for([MODAL])(
  'a %s closes by Escape, by its cross and by its foot, and gives the focus back',
  LONG,
  closesInEachWay,
);

async function asksBeforeItCloses([, Window]: Kind) {
  await renderWindow(Window);
  await button('Novo cliente').click();
  await userEvent.fill(name, 'Ana');
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Descartar alterações')).toBeVisible();
  await button('Cancelar').last().click();
  await expect.element(button('Descartar alterações')).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Ana');
  await userEvent.click(name);
  await userEvent.keyboard('{Escape}');
  await button('Descartar alterações').click();
  await expect.element(client).not.toBeInTheDocument();
}

test.for([MODAL])('a %s with something unsaved asks before it closes', asksBeforeItCloses);
test.for([DRAWER])('a %s with something unsaved asks before it closes', LONG, asksBeforeItCloses);

test('a saved form closes its window without a question', async () => {
  await renderWindow(FormWindow);
  await button('Novo cliente').click();
  await userEvent.fill(name, 'Ana');
  await button('Salvar').click();
  await expect.element(client).not.toBeInTheDocument();
  await expect.element(button('Novo cliente')).toHaveFocus();
});

test('Escape closes the window above alone, and the focus returns to its button below', async () => {
  await renderWindow(FormWindow);
  await button('Novo cliente').click();
  await button('Endereço').click();
  await expect.element(dialog('Endereço do cliente')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('Endereço do cliente')).not.toBeInTheDocument();
  await expect.element(client).toBeVisible();
  await expect.element(button('Endereço')).toHaveFocus();
});

test('a window opened from a menu gives the focus back to the menu, also when its code comes after the menu is gone', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const Late = lazyWindow(
    async () => {
      await arrived;
      return ({ onClose }: { onClose: () => void }) => (
        <RecordWindow title="Salvar filtro" onClose={onClose}>
          <input aria-label="Nome" />
        </RecordWindow>
      );
    },
    (Late) => Late,
  );
  await renderPage(() => {
    const [saving, setSaving] = useState(false);
    return (
      <>
        <Menu withinPortal={false} returnFocus={false}>
          <Menu.Target>
            <Button>Filtros salvos</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setSaving(true)}>Salvar</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {saving && <Late onClose={() => setSaving(false)} />}
      </>
    );
  });
  await button('Filtros salvos').click();
  await page.getByRole('menuitem', { name: 'Salvar' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Salvar' })).not.toBeInTheDocument();
  arrive();
  await expect.element(dialog('Salvar filtro').getByLabelText('Nome')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Filtros salvos')).toHaveFocus();
});
