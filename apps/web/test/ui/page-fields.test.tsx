import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { A4 } from '#web/features/signatures/places/field-places.ts';
import { type Field, PageFields } from '#web/features/signatures/places/page-fields.tsx';
import { renderPage } from './render.tsx';

const ANA = { key: 0, name: 'Ana Prado, assinatura', page: 2, x: 1_000, y: 1_000, width: 1_500, height: 500 };

function Sheet() {
  const [fields, setFields] = useState<Field[]>([ANA]);
  const [at, setAt] = useState(2);
  return (
    <>
      <PageFields
        sizes={[A4, A4]}
        page={at}
        onPage={setAt}
        picture={{ src: undefined, waiting: 'Carregando a página' }}
        fields={fields}
        chosen={undefined}
        onChoose={() => {}}
        onMove={(key, box) => setFields(fields.map((field) => (field.key === key ? { ...field, ...box } : field)))}
        onRemove={(key) => setFields(fields.filter((field) => field.key !== key))}
      />
      <output>{fields.map(({ x, y }) => `${x} ${y}`).join()}</output>
    </>
  );
}

const field = () => page.getByRole('button', { name: /^Ana Prado, assinatura/ });
const places = () => page.getByRole('status').last();

test('a field is moved by the arrow keys, a centimetre with Shift, and removed by Delete', async () => {
  await renderPage(Sheet);
  await expect.element(field()).toHaveAccessibleName(/a 35 mm da esquerda e 35 mm do alto de 210 por 297/);
  (field().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await expect.element(places()).toHaveTextContent('1028 1028');
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  await expect.element(places()).toHaveTextContent('1028 748');
  await userEvent.keyboard('{Delete}');
  await expect.element(field()).not.toBeInTheDocument();
});

test('a field is dragged, and stays within its page', async () => {
  await renderPage(Sheet);
  await expect.element(field()).toBeVisible();
  const sheet = field().element().parentElement as HTMLElement;
  const scale = sheet.clientWidth / A4.width;
  await userEvent.dragAndDrop(field(), page.elementLocator(sheet), {
    sourcePosition: { x: 10, y: 10 },
    targetPosition: { x: 10 + 2_000 * scale, y: 10 + 3_000 * scale },
  });
  const apart = () => {
    const [x = 0, y = 0] = places().element().textContent?.split(' ').map(Number) ?? [];
    return Math.max(Math.abs(x - 2_000), Math.abs(y - 3_000));
  };
  await expect.poll(apart).toBeLessThan(40);
  await userEvent.dragAndDrop(field(), page.elementLocator(sheet), {
    sourcePosition: { x: 10, y: 10 },
    targetPosition: { x: sheet.clientWidth - 1, y: 10 },
  });
  await expect.element(places()).toHaveTextContent(`${A4.width - ANA.width} 0`);
});

test('the other page has its own fields', async () => {
  await renderPage(Sheet);
  await page.getByRole('button', { name: 'Anterior' }).click();
  await expect.element(page.getByText('Página 1 de 2')).toBeVisible();
  await expect.element(field()).not.toBeInTheDocument();
});
