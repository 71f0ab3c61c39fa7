import { createStore } from '#web/lib/store.ts';
import { messageOf } from '#web/lib/toast.ts';

export type Upload = {
  key: number;
  name: string;
  state: 'waiting' | 'preparing' | 'sending' | 'failed';
  /** Of its bytes that are on their way, 0 to 1. */
  part: number;
  /** Why it failed. */
  message?: string;
};

/** Uploads in progress, and the number already sent of the same batch. */
export type Batch = { uploads: readonly Upload[]; sent: number };

export type Steps<T> = {
  /** Before it is sent: made smaller, say. */
  prepare: (file: File) => Promise<Blob>;
  send: (file: Blob, name: string, options: { onProgress: (part: number) => void; signal: AbortSignal }) => Promise<T>;
  onSent?: (answer: T) => void;
  onFailed: (error: unknown) => void;
  /** Called when the queue is empty, with the answers in the order of the files. */
  onEnd: (answers: T[]) => void;
};

/** Concurrent uploads: enough to use the connection without flooding the server. */
const LANES = 2;

/** Files on their way to the server, each by a call of its own that can fail, be taken back or tried again alone. */
export class UploadQueue<T> {
  readonly batch = createStore<Batch>({ uploads: [], sent: 0 });
  #steps: Steps<T>;
  readonly #files = new Map<number, File>();
  readonly #running = new Map<number, AbortController>();
  readonly #answers = new Map<number, T>();
  #last = 0;

  constructor(steps: Steps<T>) {
    this.#steps = steps;
  }

  /** Replaces the steps; a file already on its way goes on by those that it began with. */
  follow(steps: Steps<T>) {
    this.#steps = steps;
  }

  get uploads(): readonly Upload[] {
    return this.batch.get().uploads;
  }

  add(files: readonly File[]) {
    const added = files.map((file): Upload => {
      this.#last += 1;
      this.#files.set(this.#last, file);
      return { key: this.#last, name: file.name, state: 'waiting', part: 0 };
    });
    this.#show([...this.uploads, ...added]);
    this.#next();
  }

  retry(key: number) {
    this.#change(key, { state: 'waiting', part: 0, message: undefined });
    this.#next();
  }

  cancel(key: number) {
    this.#running.get(key)?.abort();
    this.#forget(key);
    this.#next();
  }

  /** The screen is gone: what is still on its way is given up. */
  close() {
    for (const controller of this.#running.values()) controller.abort();
    this.#files.clear();
    this.#answers.clear();
    this.#show([]);
  }

  #next() {
    while (this.#running.size < LANES) {
      const upload = this.uploads.find(({ state }) => state === 'waiting');
      if (!upload) break;
      this.#run(upload);
    }
    if (this.uploads.length > 0 || this.#answers.size === 0) return;
    const answers = [...this.#answers].sort(([one], [other]) => one - other).map(([, answer]) => answer);
    this.#answers.clear();
    this.#steps.onEnd(answers);
  }

  async #run({ key, name }: Upload) {
    const file = this.#files.get(key);
    if (!file) return;
    const controller = new AbortController();
    const { signal } = controller;
    this.#running.set(key, controller);
    this.#change(key, { state: 'preparing' });
    const { prepare, send, onSent, onFailed } = this.#steps;
    try {
      const ready = await prepare(file);
      signal.throwIfAborted();
      this.#change(key, { state: 'sending' });
      const answer = await send(ready, name, { signal, onProgress: (part) => this.#change(key, { part }) });
      this.#answers.set(key, answer);
      this.#forget(key);
      onSent?.(answer);
    } catch (error) {
      if (!signal.aborted) {
        this.#change(key, { state: 'failed', message: messageOf(error) });
        onFailed(error);
      }
    } finally {
      this.#running.delete(key);
      this.#next();
    }
  }

  #forget(key: number) {
    this.#files.delete(key);
    this.#show(this.uploads.filter((upload) => upload.key !== key));
  }

  #change(key: number, change: Partial<Upload>) {
    this.#show(this.uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  }

  #show(uploads: readonly Upload[]) {
    this.batch.set({ uploads, sent: this.#answers.size });
  }
}
