import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useListArrows, useSearchKey } from '#web/ui/list/list-keys.ts';
import { useSelection } from '#web/ui/list/use-selection.ts';
import { renderPage } from './render.tsx';

type Row = { id: number; name: string };

const COLUMNS: Column<Row>[] = [
  { title: 'ID', cell: ({ id }) => id, kind: 'id', sort: 'id' },
  { title: 'Nome', cell: ({ name }) => name, kind: 'main', phone: 'main' },
];
const NAMES = ['Ana', 'Bruno', 'Caio', 'Dora', 'Eva'];
/** Two pages: Ana, Bruno, Caio; Dora, Eva. */
const pageOf = (number: number) => ({
  data: NAMES.map((name, index) => ({ id: index + 1, name })).slice((number - 1) * 3, number * 3),
  page: number,
  lastPage: 2,
  total: 5,
});

const row = (name: string) => page.getByRole('row').filter({ hasText: name });

/** Focuses a row once it is there. */
async function focus(name: string) {
  await expect.element(row(name)).toBeInTheDocument();
  (row(name).element() as HTMLElement).focus();
}

const loaded = <T,>(data: T) => ({ data, error: null, isFetching: false, refetch: async () => {} });

async function renderClients({ choosable = false } = {}) {
  const opened = vi.fn();
  const chosen = vi.fn();
  await renderPage(() => {
    const [number, setNumber] = useState(1);
    const [order, setOrder] = useState('id:asc');
    const bar = useRef<HTMLDivElement>(null);
    useSearchKey(bar);
    useListArrows();
    const { asked, chosen: has, onChoose } = useSelection<Row, object>({ filters: {}, found: 5 });
    chosen(asked);
    return (
      <>
        <div ref={bar}>
          <input aria-label="Nome do cliente" />
        </div>
        <output>{order}</output>
        <DataTable
          what="os clientes"
          query={loaded(pageOf(number)) as never}
          columns={COLUMNS}
          empty="Nenhum cliente"
          open={{ name: ({ name }) => `cliente ${name}`, onOpen: opened }}
          choice={choosable ? { chosen: has, onChoose, name: ({ name }) => name } : undefined}
          onPage={setNumber}
          order={order}
          onOrder={setOrder}
        />
      </>
    );
  });
  return { opened, chosen };
}

test('the arrows, Home and End move along the rows, and Enter opens one', async () => {
  const { opened } = await renderClients();
  await userEvent.click(page.getByLabelText('Nome do cliente'));
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row('Ana')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.element(row('Caio')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(row('Bruno')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(row('Caio')).toHaveFocus();
  await userEvent.keyboard('{Home}');
  await expect.element(row('Ana')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => opened.mock.calls).toEqual([[{ id: 2, name: 'Bruno' }]]);
});

test('an arrow leads into the list while nothing has the focus', async () => {
  await renderClients();
  await expect.element(row('Ana')).toBeVisible();
  (document.activeElement as HTMLElement | null)?.blur();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row('Ana')).toHaveFocus();
});

test('one row is in the order of Tab: the one that had the focus last', async () => {
  await renderClients();
  await expect.element(row('Ana')).toHaveAttribute('tabindex', '0');
  await focus('Ana');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row('Bruno')).toHaveAttribute('tabindex', '0');
  await expect.element(row('Ana')).toHaveAttribute('tabindex', '-1');
  // Tab goes on to the row's button.
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Abrir cliente Bruno' })).toHaveFocus();
});

test('Page Down and Page Up turn the page and focus its first row; the ends stay', async () => {
  await renderClients();
  await focus('Bruno');
  await userEvent.keyboard('{PageDown}');
  await expect.element(row('Dora')).toHaveFocus();
  await userEvent.keyboard('{PageDown}');
  await expect.element(row('Dora')).toHaveFocus();
  await userEvent.keyboard('{PageUp}');
  await expect.element(row('Ana')).toHaveFocus();
});

test('"/" leads to the search box, except from a field', async () => {
  await renderClients();
  const box = page.getByLabelText('Nome do cliente');
  await focus('Bruno');
  await userEvent.keyboard('/');
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('a/b');
  await expect.element(box).toHaveValue('a/b');
});

test('Space chooses a row; the box of the head chooses the page, and choices stay from page to page', async () => {
  const { chosen } = await renderClients({ choosable: true });
  await focus('Bruno');
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('checkbox', { name: 'Escolher Bruno' })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: 'Escolher todos desta página' })).toBePartiallyChecked();
  await page.getByRole('button', { name: 'Próxima página' }).click();
  await page.getByRole('checkbox', { name: 'Escolher todos desta página' }).click();
  await expect.poll(() => chosen.mock.lastCall).toEqual([{ ids: [2, 4, 5] }]);
  await page.getByRole('button', { name: 'Página anterior' }).click();
  await page.getByRole('checkbox', { name: 'Escolher Bruno' }).click();
  await expect.poll(() => chosen.mock.lastCall).toEqual([{ ids: [4, 5] }]);
});

test('the head of a column sorts by it, and says which way', async () => {
  await renderClients();
  const head = (name: string) => page.getByRole('table').getByText(name, { exact: true }).element().closest('th');
  await expect.element(page.getByRole('table')).toBeVisible();
  await expect.poll(() => head('ID')?.ariaSort).toBe('ascending');
  expect(head('Nome')?.ariaSort).toBeNull();
  await page.getByRole('button', { name: 'ID', exact: true }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent('id:desc');
  await expect.poll(() => head('ID')?.ariaSort).toBe('descending');
});

test('the foot counts rows over all pages, and turns them', async () => {
  await renderClients();
  await expect.element(page.getByText('1–3 de 5')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Página anterior' })).toBeDisabled();
  await page.getByRole('button', { name: 'Página 2' }).click();
  await expect.element(page.getByText('4–5 de 5')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Próxima página' })).toBeDisabled();
});

test('a list that failed says what is missing and tries again', async () => {
  const refetch = vi.fn();
  await renderPage(() => (
    <DataTable<Row>
      what="os clientes"
      query={{ data: undefined, error: new Error('500'), isFetching: false, refetch } as never}
      columns={COLUMNS}
      empty="Nenhum cliente"
    />
  ));
  await expect.element(page.getByText('Não foi possível carregar os clientes')).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  expect(refetch).toHaveBeenCalledOnce();
});

test('an empty list shows its own words, without a foot', async () => {
  await renderPage(() => (
    <DataTable<Row>
      what="os clientes"
      query={loaded({ data: [], page: 1, lastPage: 1, total: 0 }) as never}
      columns={COLUMNS}
      empty="Nenhum cliente"
    />
  ));
  await expect.element(page.getByText('Nenhum cliente')).toBeVisible();
  await expect.element(page.getByText(/de 0/)).not.toBeInTheDocument();
});

test('on a phone rows are lines that open whole, and the foot has one button each way', async () => {
  await page.viewport(390, 844);
  try {
    const { opened } = await renderClients();
    await page.getByRole('button', { name: 'Abrir cliente Bruno' }).click();
    await expect.poll(() => opened.mock.calls).toEqual([[{ id: 2, name: 'Bruno' }]]);
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await expect.element(page.getByText('Página 2 de 2')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Próxima página' })).toBeDisabled();
  } finally {
    await page.viewport(1366, 860);
  }
});
