import { useEffect, useState } from 'react';
import { useStore } from '#web/lib/store.ts';
import { useUnsaved } from '#web/ui/base/unsaved.ts';
import { type Steps, UploadQueue } from './upload-queue.ts';

/** The files of one screen on their way; leaving it before they are up asks first. */
export function useUploads<T>(steps: Steps<T>) {
  const [queue] = useState(() => new UploadQueue<T>(steps));
  const batch = useStore(queue.batch);
  useUnsaved(batch.uploads.length > 0);
  useEffect(() => queue.follow(steps), [queue, steps]);
  useEffect(() => () => queue.close(), [queue]);
  return { queue, batch };
}
