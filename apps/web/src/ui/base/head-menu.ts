import { createContext } from 'react';

/** Whether this is inside the "⋯" of a page's head, where a nested menu lists its entries directly. */
export const InHeadMenu = createContext(false);
