import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { UploadedFile } from '@morada/contract/base/endpoint';
import { common } from '@morada/contract/base/problem';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../base/network.ts';
import { paceOf } from '../base/pace.ts';
import { workQueue } from '../base/work-queue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    uploads: UploadGate;
  }
}

/** Kinds of callers that send files. Each has a share of its own, so that one kind never keeps another one out. */
export type Uploader = 'visitor' | 'client' | 'staff';

type Share = {
  /** Bytes of all bodies being received, which wait on the disk. */
  bytes: number;
  /** Bytes that are received in a second: a flood of bodies leaves the event loop to the others. */
  bytesPerSecond: number;
  /** Bodies of one caller: a visitor's network or link, a client, a person of the staff. */
  ofCaller: number;
  /** Bodies of one network, whatever callers it names. */
  ofNetwork?: number;
  /** Requests whose files are in memory at the same time, and those that may wait for it. */
  inMemory: { atOnce: number; waiting: number };
};

const MEGABYTE = 1_000_000;
const SHARES: Record<Uploader, Share> = {
  visitor: {
    bytes: 320 * MEGABYTE,
    bytesPerSecond: 20 * MEGABYTE,
    ofCaller: 2,
    ofNetwork: 3,
    inMemory: { atOnce: 1, waiting: 40 },
  },
  client: { bytes: 240 * MEGABYTE, bytesPerSecond: 20 * MEGABYTE, ofCaller: 2, inMemory: { atOnce: 1, waiting: 40 } },
  staff: { bytes: 400 * MEGABYTE, bytesPerSecond: 60 * MEGABYTE, ofCaller: 24, inMemory: { atOnce: 12, waiting: 60 } },
};
/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 30;

const busy = () => common.READERS_BUSY({ extra: { retry_after: RETRY_AFTER } });

/** A file that has arrived, on the disk. `truncated`: it was longer than its limit. */
export type ArrivedFile = { name: string; bytes: number; truncated: boolean; path: string };

export type Admission = {
  /** Writes a part to the disk. */
  receive(part: MultipartFile): Promise<ArrivedFile>;
  /** Reads files into memory once it is their turn, for as long as the work with them takes. */
  read<T>(files: readonly ArrivedFile[], work: (files: UploadedFile[]) => Promise<T>): Promise<T>;
};

/** A folder carries the process that receives into it. */
const PREFIX = 'morada-upload-';

const isRunning = (process_: number) => {
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Deletes what servers that were killed have left. Called before this one receives anything, so that its number is a former one's. */
export async function sweepUploads(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(PREFIX)) continue;
    const owner = Number.parseInt(name.slice(PREFIX.length), 10);
    const isLeft = !(owner > 0) || owner === process.pid || !isRunning(owner);
    if (isLeft) await rm(join(folder, name), { recursive: true, force: true });
  }
}

export type UploadGate = ReturnType<typeof uploadGate>;

/**
 * The one way for bodies with files. A body is admitted by its declared length before its first byte is read, streams to
 * the disk, and is in memory only while it is worked on; what was received goes with the request.
 * @param folder - Folder for what is being received; the system's temporary one unless given.
 */
export function uploadGate(folder = tmpdir()) {
  const kinds = Object.entries(SHARES) as [Uploader, Share][];
  const state = new Map(
    kinds.map(([kind, share]) => [
      kind,
      {
        share,
        bytes: 0,
        callers: new Map<string, number>(),
        pace: paceOf(share.bytesPerSecond),
        inLine: workQueue(share.inMemory.atOnce, { files: share.inMemory.waiting }, busy),
      },
    ]),
  );

  return {
    /**
     * Runs the work with an admission for the request's body.
     * @param asked.most - Bytes that the body may have. @throws READERS_BUSY, FILE_TOO_LARGE
     */
    async within<T>(
      request: FastifyRequest,
      { kind, caller, most }: { kind: Uploader; caller: string; most: number },
      work: (admission: Admission) => Promise<T>,
    ): Promise<T> {
      const own = state.get(kind);
      if (!own) throw new RangeError(kind);
      let path: string | undefined;
      let arrived = 0;
      const network = `network ${networkOf(request.ip)}`;
      const length = admitted(request, own, { caller, network, most });
      own.bytes += length;
      for (const name of [caller, network]) own.callers.set(name, (own.callers.get(name) ?? 0) + 1);
      try {
        return await work({
          async receive(part) {
            if (!path) {
              await mkdir(folder, { recursive: true });
              path = await mkdtemp(join(folder, `${PREFIX}${process.pid}-`));
            }
            arrived += 1;
            const file = createWriteStream(join(path, String(arrived)), { mode: 0o600 });
            await pipeline(part.file, (chunks) => spread(chunks, own.pace), file);
            const { truncated } = part.file;
            return { name: part.filename ?? '', bytes: file.bytesWritten, truncated, path: String(file.path) };
          },
          read: (files, work) =>
            own.inLine('files', async () => {
              const read: UploadedFile[] = [];
              for (const { name, path } of files) read.push({ name, bytes: await readFile(path) });
              return work(read);
            }),
        });
      } catch (error) {
        drain(request);
        throw error;
      } finally {
        own.bytes -= length;
        for (const name of [caller, network]) {
          const left = (own.callers.get(name) ?? 1) - 1;
          if (left === 0) own.callers.delete(name);
          else own.callers.set(name, left);
        }
        if (path) await rm(path, { recursive: true, force: true });
      }
    },
  };
}

type Own = { share: Share; bytes: number; callers: ReadonlyMap<string, number> };

/** Declared length of the body. One that declares none counts as the longest. */
function admitted(
  request: FastifyRequest,
  { share, bytes, callers }: Own,
  asked: { caller: string; network: string; most: number },
) {
  const declared = Number(request.headers['content-length']);
  const length = Number.isSafeInteger(declared) ? declared : asked.most;
  const isFull =
    bytes + length > share.bytes ||
    (callers.get(asked.caller) ?? 0) >= share.ofCaller ||
    (callers.get(asked.network) ?? 0) >= (share.ofNetwork ?? Number.POSITIVE_INFINITY);
  if (length <= asked.most && !isFull) return length;
  drain(request);
  throw isFull ? busy() : common.FILE_TOO_LARGE();
}

type Pace = ReturnType<typeof paceOf>;

async function* spread(chunks: AsyncIterable<Buffer>, pace: Pace) {
  for await (const chunk of chunks) {
    await pace(chunk.length);
    yield chunk;
  }
}

const discarding = paceOf(20 * MEGABYTE);

/** Discards the rest of a body, as fast as refused bodies may take: unread, it would block the next request on its connection. */
export function drain({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    raw.pause();
    discarding(chunk.length).then(() => raw.resume());
  });
  raw.resume();
}
