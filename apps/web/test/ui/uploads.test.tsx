import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiProblem } from '#web/lib/api/api.ts';
import { anyUnsaved } from '#web/ui/base/unsaved.ts';
import { DropArea } from '#web/ui/upload/drop-area.tsx';
import { UploadList } from '#web/ui/upload/upload-list.tsx';
import type { Steps } from '#web/ui/upload/upload-queue.ts';
import { useUploads } from '#web/ui/upload/use-uploads.ts';
import { renderPage } from './render.tsx';

type Sending = { answer: (id: number) => void; refuse: (error: Error) => void; progress: (part: number) => void };

/** An upload area whose calls are answered by the test, by the name of the file. */
async function renderUploads() {
  const sending = new Map<string, Sending>();
  const onEnd = vi.fn();
  const onReject = vi.fn();
  const steps: Steps<number> = {
    prepare: async (file) => file,
    send: (_, name, { onProgress, signal }) =>
      new Promise((answer, refuse) => {
        signal.addEventListener('abort', () => refuse(signal.reason));
        sending.set(name, { answer, refuse, progress: onProgress });
      }),
    onSent: () => {},
    onFailed: () => {},
    onEnd,
  };
  await renderPage(() => {
    const { queue, batch } = useUploads(steps);
    return (
      <>
        <DropArea
          label="Escolher fotos"
          body="JPEG ou PNG"
          accept={['image/*']}
          onFiles={(files) => queue.add(files)}
          onReject={onReject}
        />
        <UploadList batch={batch} onCancel={(key) => queue.cancel(key)} onRetry={(key) => queue.retry(key)} />
      </>
    );
  });
  const call = async (name: string) => {
    await expect.poll(() => sending.get(name)).toBeDefined();
    return sending.get(name) as Sending;
  };
  return { call, sending, onEnd, onReject };
}

const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
const choose = (...files: File[]) => userEvent.upload(page.getByLabelText('Escolher fotos').last(), files);
const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name });

test('files go two at a time, each with its progress, and end in the order they were chosen', async () => {
  const { call, sending, onEnd } = await renderUploads();
  await choose(photo('sala.jpg'), photo('quarto.jpg'), photo('cozinha.jpg'));
  const [room, bedroom] = [await call('sala.jpg'), await call('quarto.jpg')];
  await expect.element(entry('cozinha.jpg').getByText('Na fila')).toBeVisible();
  expect(sending.has('cozinha.jpg')).toBe(false);
  expect(anyUnsaved()).toBe(true);
  room.progress(0.4);
  await expect.element(entry('sala.jpg').getByText('40%')).toBeVisible();
  room.progress(1);
  await expect.element(entry('sala.jpg').getByText('Gravando')).toBeVisible();
  bedroom.answer(2);
  await expect.element(page.getByText('1 de 3 enviados')).toBeVisible();
  (await call('cozinha.jpg')).answer(3);
  await expect.element(page.getByText('2 de 3 enviados')).toBeVisible();
  room.answer(1);
  await expect.poll(() => onEnd.mock.calls).toEqual([[[1, 2, 3]]]);
  await expect.element(page.getByRole('list')).not.toBeInTheDocument();
  expect(anyUnsaved()).toBe(false);
});

test('one that failed says why and is tried again alone', async () => {
  const { call, sending, onEnd } = await renderUploads();
  await choose(photo('sala.jpg'), photo('quarto.jpg'));
  (await call('quarto.jpg')).answer(2);
  (await call('sala.jpg')).refuse(new ApiProblem(422, 'TOO_LARGE', 'A foto passa de 10 MB.'));
  await expect.element(entry('sala.jpg').getByText('Não enviada')).toBeVisible();
  await expect.element(entry('sala.jpg').getByText('A foto passa de 10 MB.')).toBeVisible();
  expect(onEnd).not.toHaveBeenCalled();
  sending.clear();
  await page.getByRole('button', { name: 'Tentar de novo: sala.jpg' }).click();
  (await call('sala.jpg')).answer(1);
  await expect.poll(() => onEnd.mock.calls).toEqual([[[1, 2]]]);
});

test('one that is taken back leaves its place to the next', async () => {
  const { call, onEnd } = await renderUploads();
  await choose(photo('sala.jpg'), photo('quarto.jpg'), photo('cozinha.jpg'));
  await call('sala.jpg');
  await page.getByRole('button', { name: 'Cancelar envio de sala.jpg' }).click();
  await expect.element(entry('sala.jpg')).not.toBeInTheDocument();
  (await call('cozinha.jpg')).answer(3);
  (await call('quarto.jpg')).answer(2);
  await expect.poll(() => onEnd.mock.calls).toEqual([[[2, 3]]]);
});

test('a file of another kind is refused', async () => {
  const { sending, onReject } = await renderUploads();
  await choose(new File(['x'], 'contrato.pdf', { type: 'application/pdf' }));
  await expect.poll(() => onReject.mock.calls.length).toBe(1);
  expect(sending.size).toBe(0);
});
