import { answerEach } from '../../../files/thread-answers.ts';
import type { WorkerInput, WorkerOutput } from '../shapes.ts';
import { PaperRefused } from './paper-refused.ts';

// Runs in a worker thread: uploaded files are parsed with limits of memory and time. An act loads the libraries that it
// needs alone: all of them take a fifth of a second of processor, those of pictures a sixth of that.

async function answer(input: WorkerInput): Promise<WorkerOutput> {
  const { bytes, most } = input;
  switch (input.act) {
    case 'sizes':
      return { sizes: await (await import('./sizes.ts')).sizes(bytes, most) };
    case 'texts':
      return { texts: await (await import('./pictures.ts')).texts(bytes, most) };
    case 'pictures':
      return { pictures: await (await import('./pictures.ts')).pictures(bytes, input) };
    case 'compose':
      return { composed: await (await import('./compose.ts')).compose(bytes, most, input.composition) };
    case 'seal':
      return { sealed: await (await import('./seal.ts')).prepareSeal(bytes, input.seal, input.room) };
  }
}

const answerOrRefuse = (input: WorkerInput): Promise<WorkerOutput> =>
  answer(input).catch((error: unknown): WorkerOutput => {
    if (error instanceof PaperRefused) return { refused: error.refusal };
    // What a parser says of a file that was not examined yet means that it is damaged.
    if (input.act !== 'compose' && input.act !== 'seal') return { refused: 'BROKEN' };
    throw error;
  });

answerEach(answerOrRefuse, ({ pictures }) => (pictures ?? []).map(({ data }) => data.buffer as ArrayBuffer));
