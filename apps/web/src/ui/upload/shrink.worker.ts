import { type Limits, shrunk } from './shrunk.ts';

type Task = { id: number; file: Blob; limits: Limits };

addEventListener('message', async ({ data: { id, file, limits } }: MessageEvent<Task>) => {
  postMessage({ id, result: await shrunk(file, limits).catch(() => file) });
});
