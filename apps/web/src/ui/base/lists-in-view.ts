export type ListHandle = {
  /** Row around an element. */
  rowAt: (element: Element) => HTMLElement | undefined;
  /** Row opened last, with the button that opens it. */
  visited: () => { row: HTMLElement; opener: HTMLElement | undefined } | undefined;
  /** What the keyboard enters the list by: the row in the tab order, or the button that opens the first one. */
  entrance: () => HTMLElement | undefined;
};

const lists: ListHandle[] = [];

/** Registers a list of the page below all windows; returns the function that unregisters it. */
export function registerList(list: ListHandle) {
  lists.push(list);
  return () => {
    lists.splice(lists.indexOf(list), 1);
  };
}

const first = <T>(find: (list: ListHandle) => T | undefined): T | undefined => {
  for (const list of lists) {
    const found = find(list);
    if (found !== undefined) return found;
  }
  return undefined;
};

export const rowAt = (element: Element) => first((list) => list.rowAt(element));
/** Row opened last in the list around an element; for an element outside every list, in the first list that has one. */
export function visitedRow(near: Element | null) {
  const around = near ? lists.find((list) => list.rowAt(near)) : undefined;
  return around ? around.visited() : first((list) => list.visited());
}
export const listEntrance = () => first((list) => list.entrance());
