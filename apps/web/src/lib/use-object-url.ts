import { useEffect, useState } from 'react';

/** Address of a file in memory, while it is shown. */
export function useObjectUrl(file: Blob | undefined) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
