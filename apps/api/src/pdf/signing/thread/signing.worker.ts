import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerInput, WorkerOutput } from '../shapes.ts';
import { compose } from './compose.ts';
import { PaperRefused } from './paper-refused.ts';
import { pictures, texts } from './pictures.ts';
import { prepareSeal } from './seal.ts';
import { sizes } from './sizes.ts';

// Runs in a worker thread: uploaded files are parsed with limits of memory and time.

async function answer(input: WorkerInput): Promise<WorkerOutput> {
  const { bytes, most } = input;
  switch (input.act) {
    case 'sizes':
      return { sizes: await sizes(bytes, most) };
    case 'texts':
      return { texts: await texts(bytes, most) };
    case 'pictures':
      return { pictures: await pictures(bytes, input) };
    case 'compose':
      return { composed: await compose(bytes, most, input.composition) };
    case 'seal':
      return { sealed: await prepareSeal(bytes, input.seal, input.room) };
  }
}

const input = workerData as WorkerInput;
const said = await answer(input).catch((error: unknown): WorkerOutput => {
  if (error instanceof PaperRefused) return { refused: error.refusal };
  // What a parser says of a file that was not examined yet means that it is damaged.
  if (input.act !== 'compose' && input.act !== 'seal') return { refused: 'BROKEN' };
  throw error;
});
// Handed over, not copied.
const handed = (said.pictures ?? []).map(({ data }) => data.buffer as ArrayBuffer);
parentPort?.postMessage(said, handed);
