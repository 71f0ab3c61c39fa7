const isGroup = (mark: unknown): mark is object => mark instanceof Object && !Array.isArray(mark);

const isMarked = (mark: unknown): boolean =>
  mark === true || (mark instanceof Object && Object.values(mark).some(isMarked));

/** The fields in which something differs, `group.field` where they lie in a group; a list of rows counts as one. */
export const dirtyNames = (dirtyFields: object): string[] =>
  Object.entries(dirtyFields).flatMap(([name, mark]) => {
    if (isGroup(mark)) return dirtyNames(mark).map((inner) => `${name}.${inner}`);
    return isMarked(mark) ? [name] : [];
  });
