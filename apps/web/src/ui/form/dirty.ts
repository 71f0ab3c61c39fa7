const isMarked = (mark: unknown): boolean =>
  mark === true || (mark instanceof Object && Object.values(mark).some(isMarked));

/** The fields in which something differs; a list of rows counts as one. */
export const dirtyNames = (dirtyFields: object) =>
  Object.entries(dirtyFields)
    .filter(([, mark]) => isMarked(mark))
    .map(([name]) => name);
