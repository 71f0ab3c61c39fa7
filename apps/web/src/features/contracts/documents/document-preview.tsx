import { files } from '@morada/contract/registry/files';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiFile } from '#web/lib/api/api.ts';
import { combinedQuery } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { useObjectUrl } from '#web/lib/use-object-url.ts';
import Lightbox from '#web/ui/overlay/lightbox.tsx';
import type { Document } from './document-words.ts';

type DocumentPreviewProps = { document: Document; onClose: () => void };

/** A stored file never changes; its bytes are not kept once it is closed. */
const pictureQuery = (id: number) => ({
  ...combinedQuery([files.show], { id }, async () => {
    const { file } = await apiFile(files.show, { params: { id } });
    return { file, ...(await sizeOf(file)) };
  }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** A picture over the page. Its bytes come with the session, so they are shown from memory. */
export default function DocumentPreview({ document: { id, name }, onClose }: DocumentPreviewProps) {
  const { data, error } = useQuery(pictureQuery(id));
  const src = useObjectUrl(data?.file);

  useEffect(() => {
    if (!error) return;
    toast.failure(error);
    onClose();
  }, [error, onClose]);

  if (!data || !src) return null;
  const { width, height } = data;
  return <Lightbox pictures={[{ src, width, height, alt: name }]} index={0} onClose={onClose} />;
}

async function sizeOf(file: Blob): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}
