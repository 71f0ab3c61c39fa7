/** Keeps what was made last, so that who asks for the same in a while, or at the same time, is given it. */
export function recentlyMade<Made>({ most }: { most: number }) {
  const kept = new Map<string, Promise<Made>>();
  return async (key: string, make: () => Promise<Made>): Promise<Made> => {
    const made = kept.get(key) ?? make();
    // Moved to the end: the first is the one that nobody has asked for longest.
    kept.delete(key);
    kept.set(key, made);
    for (const [oldest] of kept) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    try {
      return await made;
    } catch (error) {
      if (kept.get(key) === made) kept.delete(key);
      throw error;
    }
  };
}
